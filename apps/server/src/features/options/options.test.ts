import type { OptionOrder, Result } from '@plimsoll/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openOptionWorld, type Order, type OptionWorld } from '../../testing/option-world.ts';
import { listOptions, showOption } from './list-options.ts';

let world: OptionWorld;
beforeEach(async () => {
  world = await openOptionWorld();
});
afterEach(async () => {
  try {
    await world.audit();
  } finally {
    await world.close();
  }
});

const reasonOf = (result: Result<unknown>) => (result.ok ? 'placed' : result.refusal.reason);
const looking = (memberId: string) => ({ memberId, lang: 'en', nowMs: world.clock.nowMs() });
async function shown(memberId: string, id: string): Promise<OptionOrder> {
  const option = await showOption(world.db, id, looking(memberId));
  if (!option) throw new Error('no such option');
  return option;
}
/** Places an option at 100, sets the price to `then` half a second before it expires, and settles. */
async function played(
  then: string | null,
  order: Partial<Order> = {},
): Promise<{ memberId: string; option: OptionOrder }> {
  const memberId = await world.staker('1000');
  world.market.setMark('btcusdt', '100');
  const id = await world.withLine(memberId, order);
  const ms = (order.seconds ?? 30) * 1000;
  world.clock.advance(ms - 500);
  if (then !== null) world.market.setMark('btcusdt', then);
  world.clock.advance(500);
  expect(await world.settle()).toBe(1);
  return { memberId, option: await shown(memberId, id) };
}

test('an option holds its member’s stake and the house account’s winnings from the first moment', async () => {
  const memberId = await world.staker('1000');
  const [before, held] = await world.house();
  world.market.setMark('btcusdt', '97412.35');
  world.clock.advance(1200);
  const placedMs = world.clock.nowMs();
  const id = await world.placed(memberId, { stake: '30', seconds: 60 });
  expect(await world.balances(memberId)).toEqual(['970.00000000', '30.00000000']);
  const [available, frozen] = await world.house();
  expect([Number(before) - Number(available), Number(frozen) - Number(held)]).toEqual([24, 24]);
  expect(await shown(memberId, id)).toMatchObject({
    order_id: Number(id),
    m_id: 1,
    symbol: 'btcusdt',
    coinname: 'BTC/USDT',
    status: 1,
    is_win: 0,
    ploss: null,
    sellprice: null,
    outcome: null,
    buyprice: null,
    linetime: null,
    time: 60,
    count_down: 60,
    hyzd: 1,
    hyzd_text: 'Up',
    num: '30.00000000',
    rate: '0.80000000',
    terms_version: 2,
    rules: 2,
    fresh_seconds: 5,
    line_delay: 1000,
    line_within: 5000,
    next_within: 60000,
    buytime: new Date(placedMs).toISOString(),
    selltime: null,
    entry_tick: null,
    exit_tick: null,
    journal: null,
    paidtime: null,
  });
  world.clock.advance(1_150);
  const line = world.market.setMark('btcusdt', '97413.5');
  expect(await world.service.settler.settleAll()).toBe(0);
  expect(await shown(memberId, id)).toMatchObject({
    buyprice: '97413.50000000',
    linetime: new Date(line.timeMs).toISOString(),
    count_down: 60,
    buytime: new Date(placedMs).toISOString(),
    selltime: new Date(line.timeMs + 60_000).toISOString(),
    entry_tick: {
      seq: line.seq,
      price: '97413.50000000',
      time: new Date(line.timeMs).toISOString(),
      sources: [{ name: 'sim-1' }, { name: 'sim-2' }],
    },
  });
  world.clock.advance(60_000);
  world.market.setMark('btcusdt', '97413.5');
  await world.settle();
});

test.each<[string, Partial<Order>, Partial<OptionOrder>, string]>([
  [
    '101',
    { way: 'up' },
    { outcome: 'win', is_win: 1, ploss: '75.00000000', sellprice: '101.00000000' },
    '1075.00000000',
  ],
  [
    '99',
    { way: 'up' },
    { outcome: 'lose', is_win: 0, ploss: '-100.00000000', sellprice: '99.00000000' },
    '900.00000000',
  ],
  [
    '99',
    { way: 'down' },
    { outcome: 'win', is_win: 1, ploss: '75.00000000', sellprice: '99.00000000' },
    '1075.00000000',
  ],
  [
    '101',
    { way: 'down' },
    { outcome: 'lose', is_win: 0, ploss: '-100.00000000', sellprice: '101.00000000' },
    '900.00000000',
  ],
  [
    '100',
    { way: 'up' },
    { outcome: 'tie', is_win: 0, ploss: '0.00000000', sellprice: '100.00000000' },
    '1000.00000000',
  ],
  [
    '100',
    { way: 'down' },
    { outcome: 'tie', is_win: 0, ploss: '0.00000000', sellprice: '100.00000000' },
    '1000.00000000',
  ],
  ['100.00000001', { seconds: 600, stake: '33.33333333' }, { outcome: 'win', ploss: '30.00000000' }, '1030.00000000'],
])('from 100 to %s, %j: %j', async (then, order, expected, balance) => {
  const { memberId, option } = await played(then, order);
  expect(option).toMatchObject({
    status: 2,
    count_down: 0,
    ...expected,
    exit_tick: { price: expected.sellprice ?? option.sellprice },
  });
  expect(option.journal).toBeGreaterThan(0);
  expect(option.paidtime).toBe(option.selltime);
  expect(await world.balances(memberId)).toEqual([balance, '0.00000000']);
});

test('the exit may be exactly as old as its order’s bound; a millisecond older, and the next mark decides', async () => {
  const outcomes: unknown[] = [];
  const last: unknown[] = [];
  for (const olderMs of [5000, 5001]) {
    const memberId = await world.staker('1000');
    world.market.setMark('btcusdt', '100');
    const id = await world.withLine(memberId);
    world.clock.advance(30_000 - olderMs);
    world.market.setMark('btcusdt', '105');
    world.clock.advance(olderMs + 100);
    world.market.setMark('btcusdt', '95');
    await world.settle();
    const option = await shown(memberId, id);
    outcomes.push(option.outcome);
    last.push(option.sellprice);
  }
  expect(outcomes).toEqual(['win', 'lose']);
  expect(last).toEqual(['105.00000000', '95.00000000']);
});

test('a mark at the millisecond of the expiry counts, a later one does not', async () => {
  const memberId = await world.staker('1000');
  world.market.setMark('btcusdt', '100');
  const id = await world.withLine(memberId);
  world.clock.advance(29_999);
  world.market.setMark('btcusdt', '99');
  world.clock.advance(1);
  world.market.setMark('btcusdt', '101');
  world.clock.advance(1);
  world.market.setMark('btcusdt', '98');
  await world.settle();
  expect(await shown(memberId, id)).toMatchObject({ outcome: 'win', sellprice: '101.00000000' });
});

test('nothing is settled a millisecond early, and nothing twice', async () => {
  const memberId = await world.staker('1000');
  world.market.setMark('btcusdt', '100');
  const id = await world.withLine(memberId);
  world.clock.advance(29_999);
  world.market.setMark('btcusdt', '101');
  expect(await world.service.settler.settleAll()).toBe(0);
  expect(await shown(memberId, id)).toMatchObject({ status: 1, count_down: 1 });
  world.clock.advance(1);
  expect(await world.settle()).toBe(1);
  expect(await world.settle()).toBe(0);
});

test('an option is placed while the last mark is fresh; a stale market is refused', async () => {
  const memberId = await world.staker('1000');
  world.market.setMark('btcusdt', '100');
  world.clock.advance(5001);
  expect(reasonOf(await world.place(memberId))).toBe('stale_market');
  world.market.setMark('btcusdt', '102');
  world.clock.advance(5000);
  expect(reasonOf(await world.place(memberId))).toBe('placed');
  world.clock.advance(30_000);
  await world.settle();
});

test('while the clock is behind the tape no option is placed; from the tape’s time on they are', async () => {
  const memberId = await world.staker('1000');
  world.market.setMark('btcusdt', '100');
  await world.market.marks.complete();
  const nowMs = world.clock.nowMs();
  world.clock.set(nowMs - 3000);
  world.market.setMark('btcusdt', '101');
  expect(reasonOf(await world.place(memberId))).toBe('stale_market');
  world.clock.set(nowMs + 1);
  expect(reasonOf(await world.place(memberId))).toBe('placed');
  world.clock.advance(30_000);
  await world.settle();
});

test.each<[string, Partial<Order>, string]>([
  ['a duration that is not offered', { seconds: 31 }, 'bad_value'],
  ['an unknown market', { market: '99' }, 'not_found'],
  ['a silent market', { market: '2' }, 'stale_market'],
  ['too little', { stake: '9.99999999' }, 'amount_below_minimum'],
  ['too much', { stake: '2000.00000001' }, 'amount_above_maximum'],
  ['more than there is', { stake: '100.00000001' }, 'insufficient_balance'],
  ['the minimum', { stake: '10' }, 'placed'],
  // In the wire's order: form, existence, freshness, limits, balance.
  ['an unknown market and too much', { market: '99', stake: '5000' }, 'not_found'],
  ['a silent market and too much', { market: '2', stake: '5000' }, 'stale_market'],
  ['an unknown duration on an unknown market', { market: '99', seconds: 7 }, 'bad_value'],
])('%s: %j is %s', async (_what, order, reason) => {
  const memberId = await world.staker('100');
  world.market.setMark('btcusdt', '100');
  expect(reasonOf(await world.place(memberId, order))).toBe(reason);
  world.clock.advance(30_000);
  await world.settle();
});

test('an option is refused when the house account could not pay if every open one won', async () => {
  const poor = await openOptionWorld({ house: '100' });
  try {
    const memberId = await poor.staker('1000');
    poor.market.setMark('btcusdt', '100');
    expect(reasonOf(await poor.place(memberId, { stake: '100' }))).toBe('placed');
    expect(await poor.place(memberId, { stake: '33.34' })).toMatchObject({
      ok: false,
      refusal: { reason: 'house_limit' },
    });
    expect(reasonOf(await poor.place(memberId, { stake: '33.33' }))).toBe('placed');
    expect(reasonOf(await poor.place(memberId, { stake: '1000', seconds: 60 }))).toBe('insufficient_balance');
    await poor.draw('btcusdt');
    poor.clock.advance(29_000);
    poor.market.setMark('btcusdt', '90');
    poor.clock.advance(1000);
    expect(await poor.settle()).toBe(2);
    expect(await poor.house()).toEqual(['233.33000000', '0.00000000']);
    await poor.audit();
  } finally {
    await poor.close();
  }
});

test('of many options in one batch only so many are placed as the house account can pay, and each member as much as they have', async () => {
  const poor = await openOptionWorld({ house: '100' });
  try {
    const members = await Promise.all(Array.from({ length: 10 }, () => poor.staker('79')));
    poor.market.setMark('btcusdt', '100');
    // 30 each for the house account; a member's second is one too many.
    const results = await Promise.all(
      members.flatMap((memberId) => [poor.place(memberId, { stake: '40' }), poor.place(memberId, { stake: '40' })]),
    );
    const reasons = results.map(reasonOf);
    expect(reasons.filter((each) => each === 'placed')).toHaveLength(3);
    expect(new Set(reasons)).toEqual(new Set(['placed', 'house_limit', 'insufficient_balance']));
    expect((await poor.house())[1]).toBe('90.00000000');
    poor.clock.advance(30_000);
    expect(await poor.settle()).toBe(3);
    await poor.audit();
  } finally {
    await poor.close();
  }
});

test('an option not written within two seconds is refused as stale', async () => {
  const memberId = await world.staker('1000');
  const outcomes: string[] = [];
  for (const lateMs of [2000, 2001]) {
    world.market.setMark('btcusdt', '100');
    await world.market.keep();
    const placing = world.place(memberId);
    world.clock.advance(lateMs);
    outcomes.push(reasonOf(await placing));
  }
  expect(outcomes).toEqual(['placed', 'stale_market']);
  world.clock.advance(30_000);
  await world.settle();
});

test('new terms are a new version, and do not change placed options', async () => {
  const memberId = await world.staker('1000');
  world.market.setMark('btcusdt', '100');
  const before = await world.withLine(memberId);
  await world.db.run(
    { name: 'test.worse', text: `update option_terms set rate = 0.10, max = 50, changed_at = $1 where seconds = 30` },
    [new Date(world.clock.nowMs())],
  );
  await world.db.run(
    { name: 'test.retire', text: `update option_terms set enabled = false, changed_at = $1 where seconds = 600` },
    [new Date(world.clock.nowMs())],
  );
  await world.service.refreshTerms();
  expect(await world.service.config(memberId)).toMatchObject({
    terms_version: 4,
    hytime: [30, 60, 120, 180, 300],
    hyrate: ['0.10000000', '0.80000000', '0.82000000', '0.85000000', '0.88000000'],
  });
  expect(
    await world.db.run({ name: 'test.version', text: `select value from setting where key = 'terms_version'` }),
  ).toEqual([{ value: 4 }]);
  expect(reasonOf(await world.place(memberId))).toBe('amount_above_maximum');
  const after = await world.withLine(memberId, { stake: '50' });
  world.clock.advance(29_000);
  world.market.setMark('btcusdt', '101');
  world.clock.advance(1000);
  await world.settle();
  expect([await shown(memberId, before), await shown(memberId, after)]).toMatchObject([
    { ploss: '75.00000000', rate: '0.75000000', terms_version: 2 },
    { ploss: '5.00000000', rate: '0.10000000', terms_version: 4 },
  ]);
  expect(
    await world.db.run({
      name: 'test.versions',
      text: 'select count(*)::int as count from option_version_terms group by version order by version',
    }),
  ).toEqual([{ count: 6 }, { count: 6 }, { count: 5 }]);
});

test('terms that change while the clock is set back do not apply to options placed before', async () => {
  const memberId = await world.staker('1000');
  world.market.setMark('btcusdt', '100');
  const trueMs = world.clock.nowMs();
  await world.withLine(memberId);
  world.clock.set(trueMs - 86_400_000);
  await world.db.run(
    { name: 'test.early', text: `update option_terms set rate = 0.20, changed_at = $1 where seconds = 30` },
    [new Date(world.clock.nowMs())],
  );
  expect(
    await world.db.run({ name: 'test.versionAt', text: 'select max(at) as at from option_terms_version' }),
  ).toEqual([{ at: new Date(trueMs) }]);
  world.clock.set(trueMs + 31_000);
  world.market.setMark('btcusdt', '100');
  await world.settle();
  await world.audit();
  await world.db.run(
    { name: 'test.later', text: `update option_terms set rate = 0.75, changed_at = $1 where seconds = 30` },
    [new Date(world.clock.nowMs())],
  );
  await world.service.refreshTerms();
});

test('lists are the member’s own, newest first, by status and by page', async () => {
  const [memberId, stranger] = [await world.staker('1000'), await world.staker('1000')];
  world.market.setMark('btcusdt', '100');
  const ids: string[] = [];
  for (const seconds of [30, 30, 60]) ids.push(await world.placed(memberId, { seconds, stake: '10' }));
  await world.draw('btcusdt');
  world.clock.advance(30_000);
  world.market.setMark('btcusdt', '100');
  await world.settle();
  const list = async (status: '0' | '1' | '2' | undefined, page = 1, limit = 10) =>
    (await listOptions(world.db, { status, page, limit }, looking(memberId))).map((option) => String(option.order_id));
  const [first, second, third] = ids;
  expect(await list(undefined)).toEqual([third, second, first]);
  expect(await list('0')).toEqual([third, second, first]);
  expect(await list('1')).toEqual([third]);
  expect(await list('2')).toEqual([second, first]);
  expect([await list('0', 1, 2), await list('0', 2, 2), await list('0', 3, 2)]).toEqual([[third, second], [first], []]);
  const within = async (markets: readonly string[]) =>
    (await listOptions(world.db, { status: undefined, page: 1, limit: 10 }, { ...looking(memberId), within: markets }))
      .length;
  expect([await within(['1']), await within(['2']), await within(['2', '1'])]).toEqual([3, 0, 3]);
  expect(await showOption(world.db, first ?? '', looking(stranger))).toBeUndefined();
  expect(
    await listOptions(world.db, { status: undefined, page: 1, limit: 10 }, { ...looking(memberId), lang: 'zh-cn' }),
  ).toMatchObject([{ hyzd_text: '看涨' }, {}, {}]);
  world.clock.advance(30_000);
  await world.settle();
});
