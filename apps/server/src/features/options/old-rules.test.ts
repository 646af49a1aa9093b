import { amount } from '@plimsoll/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { plainPosting } from '../../ledger/index.ts';
import { errorCode, sql } from '../../platform/db.ts';
import { testHttp } from '../../testing/http.ts';
import { openOptionWorld, type OptionWorld } from '../../testing/option-world.ts';
import { voidRoutes } from '../voids/index.ts';
import { showOption } from './list-options.ts';
import { opening } from './postings.ts';
import { verifyOrder } from './verify-order.ts';

// Options that the version before placed, at the last trade, are open in a database when this one begins: they end by
// the rules they were placed under.

let world: OptionWorld;
beforeAll(async () => {
  world = await openOptionWorld();
});
afterEach(() => world.audit());
afterAll(() => world.close());

let texts = 0;
const raw = <Row = Record<string, unknown>>(text: string) => sql<Row>(`old.${(texts += 1)}`, text);

/** Places an option as the version before did: at the last trade, with the columns it knew. */
async function placeOld(memberId: string, direction: 1 | 2 = 1): Promise<string> {
  const tick = world.market.lastTick('1');
  if (!tick) throw new Error('there is no trade');
  await world.market.tape.kept(tick);
  const [row] = await world.db.run(raw<{ id: string }>(`select nextval('option_order_id_seq') as id`));
  const id = row?.id ?? '';
  const placedMs = world.clock.nowMs();
  await world.writer.submit(plainPosting, [
    opening({ id, memberId, stake: amount('100'), winnings: amount('75') }, '1'),
  ]);
  await world.db.run(
    raw(`
    insert into option_order (id, member_id, market_id, direction, stake, decimals, terms_version, seconds, rate, winnings, fresh_ms, entry_seq, entry_price, placed_at, expires_at)
    values ($1, $2, 1, $3, 100, 8, 2, 30, 0.75, 75, 5000, $4, $5, $6, $7)`),
    [id, memberId, direction, tick.seq, '100', new Date(placedMs), new Date(placedMs + 30_000)],
  );
  return id;
}
const shown = (memberId: string, id: string) =>
  showOption(world.db, id, { memberId, lang: 'en', nowMs: world.clock.nowMs() });

test('it ends by the last trade at or before its expiry, whatever the marks say, and is shown and verified so', async () => {
  const memberId = await world.staker('1000');
  const tick = world.market.setTick('btcusdt', '100');
  world.market.setMark('btcusdt', '100');
  const id = await placeOld(memberId);
  expect(await shown(memberId, id)).toMatchObject({
    rules: 1,
    buyprice: '100.00000000',
    line_delay: null,
    count_down: 30,
    entry_tick: { seq: tick.seq },
    linetime: new Date(world.clock.nowMs()).toISOString(),
  });
  world.clock.advance(29_500);
  world.market.setTick('btcusdt', '101');
  world.market.setMark('btcusdt', '90');
  world.clock.advance(500);
  expect(await world.settle()).toBe(1);
  expect(await shown(memberId, id)).toMatchObject({
    rules: 1,
    outcome: 'win',
    sellprice: '101.00000000',
    ploss: '75.00000000',
  });
  await world.market.tape.kept(world.market.setTick('btcusdt', '50'));
  expect(await verifyOrder(world.db, id)).toMatchObject({ rules: 1, proof: { holds: true } });
  expect(await world.balances(memberId)).toEqual(['1075.00000000', '0.00000000']);
});

test('without a fresh trade it is void as was agreed: no later price decides it', async () => {
  const memberId = await world.staker('1000');
  world.market.setTick('btcusdt', '100');
  const id = await placeOld(memberId);
  world.clock.advance(30_000);
  expect(await world.settle()).toBe(1);
  expect(await shown(memberId, id)).toMatchObject({
    outcome: 'void',
    ploss: '0.00000000',
    last_tick: { price: '100.00000000' },
  });
  // In public it stands with what the next trade would have made of it.
  await world.market.tape.kept(world.market.setTick('btcusdt', '99'));
  const http = testHttp({ db: world.db, clock: world.clock, routes: voidRoutes(world) });
  const { data } = await http.call('voids', { limit: 1 }, { method: 'GET' });
  expect(data).toMatchObject({
    list: [{ id: Number(id), why: 'no_trade', would: { line: '100.00000000', exit: '99.00000000', result: 'down' } }],
  });
  await http.app.close();
});

test('old and new run side by side, each by its own', async () => {
  const [old, young] = [await world.staker('1000'), await world.staker('1000')];
  world.market.setTick('btcusdt', '100');
  world.market.setMark('btcusdt', '200');
  const [first, second] = [await placeOld(old, 2), await world.placed(young)];
  await world.draw('btcusdt');
  world.clock.advance(29_000);
  world.market.setTick('btcusdt', '99');
  world.market.setMark('btcusdt', '201');
  world.clock.advance(1_000);
  expect(await world.settle()).toBe(2);
  expect([await shown(old, first), await shown(young, second)]).toMatchObject([
    { outcome: 'win', sellprice: '99.00000000' },
    { outcome: 'win', sellprice: '201.00000000' },
  ]);
});

test('it cannot be turned into one of the new rules, nor the other way', async () => {
  const memberId = await world.staker('1000');
  world.market.setTick('btcusdt', '100');
  world.market.setMark('btcusdt', '100');
  const id = await placeOld(memberId);
  for (const change of ['rules = 2', 'line_seq = 1', 'exit_mark = 1', 'entry_price = 1']) {
    expect(
      await world.owner.run(raw(`update option_order set ${change} where id = $1`), [id]).then(
        () => 'done',
        (error: unknown) => errorCode(error),
      ),
    ).toMatch(/^(23514|23503)$/);
  }
  world.clock.advance(30_000);
  await world.settle();
});
