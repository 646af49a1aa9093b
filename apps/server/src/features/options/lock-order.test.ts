import { amount, price } from '@plimsoll/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDb, sql, type Db } from '../../platform/db.ts';
import { inOneBatch } from '../../testing/one-batch.ts';
import { openOptionWorld, type OptionWorld } from '../../testing/option-world.ts';
import { waitersOf } from '../../testing/waiters.ts';
import { fundMember } from '../../testing/world-parts.ts';

let world: OptionWorld;
let owner: Db;
beforeAll(async () => {
  world = await openOptionWorld();
  owner = openDb(world.url, { connections: 1, role: null });
});
afterAll(async () => {
  await owner.close();
  await world.close();
});

const exposure = sql<never>(
  'test.exposure',
  `select pg_advisory_xact_lock(hashtextextended('option.exposure/market/1', 0))`,
);
const dealing = sql<{ taken: boolean }>(
  'test.dealing',
  `select pg_try_advisory_xact_lock(hashtextextended('spot.dealing/coin/2', 0)) as taken`,
);

test('a batch locks exposure of options before the dealer’s limits of orders, also where the order came first', async () => {
  const memberId = await world.staker('1000');
  await fundMember(world.writer, { id: memberId, funds: { USDT: '1000' }, coins: { USDT: '1' } });
  world.market.setTick('btcusdt', '100');
  world.market.setBook('btcusdt', { asks: [['100', '10']], bids: [['99.99', '10']] });
  await world.spot.sweeper.settled();
  world.market.setMark('btcusdt', '100');
  await world.market.keep();
  // As a batch in another process that has placed an option on this market, and comes to an order on it.
  const { placed } = await owner.transaction(async (tx) => {
    await tx.run(exposure);
    const waiters = await waitersOf(tx, world.db);
    inOneBatch(world.writer, 2);
    const sent = Promise.all([
      world.spot.place(memberId, { m_id: '1', side: 'buy', mode: 'limit', price: price('100'), num: amount('1') }),
      world.service.place(memberId, { m_id: '1', ctime: '30', ctzed: amount('100'), buytype: '1' }),
    ]);
    await expect.poll(waiters).toBe(1);
    expect(await tx.run(dealing)).toEqual([{ taken: true }]);
    return { placed: sent };
  });
  expect((await placed).map(({ ok }) => ok)).toEqual([true, true]);
  await world.audit();
});
