import { amount, price } from '@plimsoll/money';
import { expect, test } from 'vitest';
import { openDb } from '../../platform/db.ts';
import { behindTriggers } from '../../testing/behind-triggers.ts';
import { openTradingWorld } from '../../testing/trading-world.ts';

const BTC = '1';

/** Every plant leaves orders, holds and balances adding up: each alone was not seen before fills had an audit. */
test.each([
  [
    'a delivery of double the quantity',
    'update spot_fill set quantity = trunc(quantity / 2, 8), paid = trunc(price * quantity / 2, 8), fee = trunc(fee / 2, 8) where order_id = $1',
    'moves what its fills say',
  ],
  ['a fill without its fee', 'update spot_fill set fee = 0 where order_id = $1', 'fee of its order'],
  ['ten times the fee', 'update spot_order set fee_rate = fee_rate * 10 where id = $1', 'fee of its order'],
  [
    'an improvement that the platform kept',
    'update spot_fill set paid = trunc(paid * 1.01, 8) where order_id = $1',
    'paid its price',
  ],
  [
    'a price one per cent better than was paid',
    'update spot_fill set price = trunc(price * 0.99, 8), paid = trunc(price * 0.99 * quantity, 8) where order_id = $1',
    'moves what its fills say',
  ],
  [
    'a fill without a journal',
    'insert into spot_fill (order_id, n, book_seq, price, quantity, paid, fee, at) select order_id, n + 5, book_seq, price, quantity, paid, fee, at from spot_fill where order_id = $1 limit 1',
    'moves what its fills say',
  ],
])('the audit finds %s', async (_what, plant, found) => {
  const world = await openTradingWorld();
  const table = plant.includes('spot_order set') ? 'spot_order' : 'spot_fill';
  const owner = openDb(world.url, { connections: 1, role: null });
  try {
    world.market.setTick('btcusdt', '100');
    world.market.setBook('btcusdt', {
      asks: [
        ['100', '1'],
        ['101', '1'],
      ],
      bids: [['99', '1']],
    });
    const member = await world.member({ USDT: '1000' });
    const placed = await world.service.place(member, {
      m_id: BTC,
      side: 'buy',
      mode: 'limit',
      price: price('101'),
      num: amount('1.5'),
    });
    await world.audit();
    await behindTriggers(owner, table, { name: 'test.plant', text: plant }, [placed.ok ? placed.value.id : 0]);
    await expect(world.audit()).rejects.toThrow(found);
  } finally {
    await owner.close();
    await world.close();
  }
});
