import { amount, price } from '@plimsoll/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDb, sql, type Db } from '../../platform/db.ts';
import { openTradingWorld, type TradingWorld } from '../../testing/trading-world.ts';
import { waitersOf } from '../../testing/waiters.ts';

let world: TradingWorld;
let owner: Db;
beforeAll(async () => {
  world = await openTradingWorld();
  owner = openDb(world.url, { connections: 1, role: null });
});
afterAll(async () => {
  await owner.close();
  await world.close();
});

const hold = sql<never>('test.holdOrder', 'select from spot_order where id = $1 for update');
const holdAtOnce = sql<never>('test.holdOrderAtOnce', 'select from spot_order where id = $1 for update nowait');

function quote(ask: string, bid: string): void {
  world.market.setTick('btcusdt', '100');
  world.market.setBook('btcusdt', { asks: [[ask, '10']], bids: [[bid, '10']] });
}
async function rest(member: string, side: 'buy' | 'sell', at: string): Promise<string> {
  const placed = await world.service.place(member, {
    m_id: '1',
    side,
    mode: 'limit',
    price: price(at),
    num: amount('1'),
  });
  if (!placed.ok) throw new Error(placed.refusal.reason);
  return String(placed.value.id);
}

test.each([
  ['buy', '90', '91', ['89', '88']],
  ['sell', '110', '109', ['112', '111']],
] as const)(
  'a sweep of %ss locks orders by id, as cancels do, though a later one has the better price',
  async (side, first, better, [ask, bid]) => {
    quote('100', '99');
    await world.service.sweeper.settled();
    const member = await world.member({ USDT: '1000', BTC: '10' });
    const [older, newer] = [await rest(member, side, first), await rest(member, side, better)];
    // As two cancellations of one batch in another process, which has the first and comes to the second.
    await owner.transaction(async (tx) => {
      await tx.run(hold, [older]);
      const waiters = await waitersOf(tx, world.db);
      quote(ask, bid);
      await expect.poll(waiters).toBe(1);
      await tx.run(holdAtOnce, [newer]);
    });
    await world.service.sweeper.settled();
    expect(
      await world.db.run(sql('test.statuses', 'select status from spot_order where member_id = $1'), [member]),
    ).toEqual([{ status: 2 }, { status: 2 }]);
    await world.audit();
  },
);
