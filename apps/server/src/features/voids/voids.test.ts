import type { MarkGap, VoidOption } from '@plimsoll/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { tapeAudits } from '../../market/index.ts';
import { sql } from '../../platform/db.ts';
import { requireCleanAudit } from '../../testing/clean-audit.ts';
import { testHttp, type TestHttp } from '../../testing/http.ts';
import { openOptionWorld, type OptionWorld } from '../../testing/option-world.ts';
import { voidRoutes } from './index.ts';

let world: OptionWorld;
let http: TestHttp;
beforeAll(async () => {
  world = await openOptionWorld();
  http = testHttp({ db: world.db, clock: world.clock, routes: voidRoutes(world) });
});
// No gap of one test reaches into the next.
beforeEach(async () => {
  world.clock.advance(3_600_000);
  await mark('100');
});
afterAll(async () => {
  await world.audit();
  await requireCleanAudit(world.db, tapeAudits);
  await http.app.close();
  await world.close();
});

async function mark(at: string, options: { held?: boolean; symbol?: string } = {}): Promise<number> {
  const made = world.market.setMark(options.symbol ?? 'btcusdt', at, options);
  await world.market.keep();
  return made.timeMs;
}
/** A visitor's answer, two seconds after the last request. */
async function look<T>(name: 'voids' | 'gaps', fields: object = {}): Promise<T[]> {
  world.clock.advance(2_000);
  const { code, data } = await http.call(name, { limit: 5, ...fields }, { method: 'GET' });
  expect(code).toBe(1);
  return (data as { list: T[] }).list;
}
const iso = (ms: number) => new Date(ms).toISOString();
const newest = async (fields: object = {}): Promise<VoidOption | undefined> =>
  (await look<VoidOption>('voids', fields))[0];

/** An option that gets no line in time. */
async function withoutLine(way: 'up' | 'down' = 'up'): Promise<{ id: number; placedMs: number }> {
  const placedMs = world.clock.nowMs();
  const id = Number(await world.placed(await world.staker('100'), { way }));
  world.clock.advance(6_001);
  await world.settle();
  return { id, placedMs };
}
/** An option with a line that nothing ends in time. */
async function withoutExit(): Promise<{ id: number; lineMs: number }> {
  const id = Number(await world.withLine(await world.staker('100')));
  const lineMs = world.clock.nowMs();
  world.clock.advance(30_000 + 60_001);
  await world.settle();
  return { id, lineMs };
}

test.each([
  ['101', 'up'],
  ['99', 'down'],
  ['100', 'tie'],
] as const)(
  'an option that nothing ended in time is listed with the result of the next mark, at %s',
  async (after, result) => {
    const { id, lineMs } = await withoutExit();
    const expiryMs = lineMs + 30_000;
    expect(await newest()).toEqual({
      id,
      m_id: 1,
      market: 'btcusdt',
      coinname: 'BTC/USDT',
      placed: iso(lineMs - 1_000),
      seconds: 30,
      why: 'no_exit',
      from: iso(expiryMs - 5_000),
      to: iso(expiryMs + 60_000),
      limit: 5,
      after: 60,
      would: null,
    });
    const atMs = await mark(after);
    expect(await newest()).toMatchObject({
      id,
      would: { line: '100.00000000', line_time: iso(lineMs), exit: `${after}.00000000`, exit_time: iso(atMs), result },
    });
  },
);

test('an option without a line is listed with the line and end of the next marks, once both are known', async () => {
  const { id, placedMs } = await withoutLine();
  expect(await newest()).toMatchObject({
    id,
    why: 'no_line',
    from: iso(placedMs + 1_000),
    to: iso(placedMs + 6_000),
    limit: 5,
    after: 0,
    would: null,
  });
  const lineMs = await mark('200');
  world.clock.advance(27_500);
  const exitMs = await mark('201');
  // Half a second before the expiry another mark may still follow.
  expect(await newest()).toMatchObject({ id, would: null });
  world.clock.advance(1_000);
  await mark('150');
  expect(await newest()).toMatchObject({
    id,
    would: { line: '200.00000000', line_time: iso(lineMs), exit: '201.00000000', exit_time: iso(exitMs), result: 'up' },
  });
});

test('a mark that was held back is not used for the result', async () => {
  const { id } = await withoutExit();
  await mark('300', { held: true });
  expect(await newest()).toMatchObject({ id, would: null });
  await mark('99');
  expect(await newest()).toMatchObject({ id, would: { exit: '99.00000000', result: 'down' } });
});

test('the public list shows neither owner, direction nor stake of a void option: up and down are listed alike', async () => {
  await withoutLine('up');
  const up = await newest();
  await mark('100');
  await withoutLine('down');
  const down = await newest();
  expect(Object.keys(down ?? {})).toEqual([
    'id',
    'm_id',
    'market',
    'coinname',
    'placed',
    'seconds',
    'why',
    'from',
    'to',
    'limit',
    'after',
    'would',
  ]);
  expect({ ...up, id: 0, placed: '', from: '', to: '', would: null }).toEqual({
    ...down,
    id: 0,
    placed: '',
    from: '',
    to: '',
    would: null,
  });
});

test('voids and gaps are paged, newest first, and found by market; an unknown market is refused', async () => {
  const made: number[] = [];
  for (let at = 0; at < 3; at += 1) {
    made.push((await withoutLine()).id);
    await mark('100');
  }
  expect((await look<VoidOption>('voids', { limit: 2 })).map(({ id }) => id)).toEqual([made[2], made[1]]);
  expect((await look<VoidOption>('voids', { limit: 2, page: 2 })).map(({ id }) => id)[0]).toBe(made[0]);
  expect(await look('voids', { symbol: 'ethusdt' })).toEqual([]);
  expect((await look<VoidOption>('voids', { symbol: 'btcusdt', limit: 1 }))[0]?.id).toBe(made[2]);
  const gaps = await look<MarkGap>('gaps', { symbol: 'btcusdt', limit: 3 });
  expect(gaps.map(({ from }) => from)).toEqual(
    gaps
      .map(({ from }) => from)
      .toSorted()
      .toReversed(),
  );
  expect((await look<MarkGap>('gaps', { symbol: 'btcusdt', limit: 1, page: 3 }))[0]).toEqual(gaps[2]);
  for (const name of ['voids', 'gaps'])
    expect(await http.call(name, { symbol: 'nothing' }, { method: 'GET' })).toMatchObject({
      code: 204,
      reason: 'not_found',
    });
});

test('five seconds between two marks are no gap, a millisecond more is one, and it counts its void options', async () => {
  const beganMs = await mark('100');
  world.clock.advance(5_000);
  await mark('100');
  const before = await look<MarkGap>('gaps');
  expect(before.some(({ from }) => from === iso(beganMs))).toBe(false);
  const fromMs = await mark('100');
  await withoutLine();
  const toMs = await mark('100');
  expect((await look<MarkGap>('gaps'))[0]).toEqual({
    m_id: 1,
    market: 'btcusdt',
    coinname: 'BTC/USDT',
    from: iso(fromMs),
    to: iso(toMs),
    why: 'silent',
    orders: 1,
  });
});

test('an open gap is listed first, without an end; a closed market has none', async () => {
  const fromMs = await mark('100');
  world.clock.advance(4_000);
  expect((await look<MarkGap>('gaps'))[0]).toMatchObject({ from: iso(fromMs), to: null });
  await world.owner.run(sql('voids.close', `update market set enabled = false where symbol = 'btcusdt'`));
  expect((await look<MarkGap>('gaps'))[0]?.to).not.toBeNull();
  await world.owner.run(sql('voids.open', `update market set enabled = true where symbol = 'btcusdt'`));
});

test('a gap has its cause: prices held back, nobody listening, or the market closed', async () => {
  const why = async () => (await look<MarkGap>('gaps'))[0]?.why;
  await mark('100');
  for (let at = 0; at < 8; at += 1) {
    world.clock.advance(1_000);
    await mark('150', { held: true });
  }
  await mark('100');
  expect(await why()).toBe('held');
  const observe = (reason: 'stopped' | 'closed') =>
    world.db.run(
      sql(
        `voids.observe.${reason}`,
        `insert into market_observed (market_id, from_at, why) values (1, $1, '${reason}') on conflict (market_id) do update set from_at = $1, why = '${reason}'`,
      ),
      [new Date(world.clock.nowMs())],
    );
  for (const reason of ['stopped', 'closed'] as const) {
    world.clock.advance(7_000);
    await observe(reason);
    world.clock.advance(200);
    await mark('100');
    expect(await why()).toBe(reason);
  }
});

test('the server can neither write nor remove a gap', async () => {
  for (const way of [
    'insert into mark_gap select * from mark_gap',
    'update mark_gap set to_at = to_at',
    'delete from mark_gap',
    'select mark_gap_noted()',
  ]) {
    await expect(world.db.run(sql(`voids.${way}`, way))).rejects.toThrow(/permission denied|trigger/);
  }
});

test('the audit finds a removed gap, and an invented one', async () => {
  const fromMs = await mark('100');
  world.clock.advance(9_000);
  await mark('100');
  const audit = tapeAudits.find(({ key }) => key === 'mark-gaps')?.wrong ?? '';
  const wrong = () => world.db.run<{ row: string }>(sql('voids.audit', audit));
  const at = iso(fromMs);
  await world.owner.run(sql('voids.gone', `delete from mark_gap where from_at = '${at}'`));
  expect(await wrong()).toHaveLength(1);
  await world.owner.run(
    sql(
      'voids.back',
      `insert into mark_gap values (1, '${at}', '${at}'::timestamptz + interval '9 seconds', 'silent')`,
    ),
  );
  expect(await wrong()).toEqual([]);
  await world.owner.run(
    sql(
      'voids.false',
      `insert into mark_gap values (2, '${at}', '${at}'::timestamptz + interval '9 seconds', 'silent')`,
    ),
  );
  expect(await wrong()).toHaveLength(1);
  await world.owner.run(sql('voids.right', 'delete from mark_gap where market_id = 2'));
});
