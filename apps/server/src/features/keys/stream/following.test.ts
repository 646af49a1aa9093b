import { expect, test } from 'vitest';
import { ManualClock } from '../../../platform/clock.ts';
import type { FillRow, OrderRow } from '../htx/order-store.ts';
import { Following } from './following.ts';

const START_MS = Date.UTC(2026, 0, 5, 12);

const order = (filled: string, placedMs = START_MS): OrderRow => ({
  id: '7',
  member_id: '1',
  market_id: '1',
  symbol: 'btcusdt',
  base: 'BTC',
  quote: 'USDT',
  side: 1,
  status: 1,
  kind: 1,
  limit_price: '100',
  quantity: '1000',
  budget: null,
  filled,
  paid: '0',
  fee: '0',
  fills: 0,
  key_id: null,
  client_id: null,
  placed_at: new Date(placedMs),
  traded_at: null,
});

/** Fills whose quantities count how often they are read. */
function countedFills(count: number, atMs = START_MS) {
  let reads = 0;
  const fills = Array.from({ length: count }, (_, place): FillRow => ({
    order_id: '7',
    n: place + 1,
    price: '100',
    get quantity() {
      reads += 1;
      return '0.5';
    },
    fee: '0',
    at: new Date(atMs + place),
  }));
  return { fills, reads: () => reads };
}

function following() {
  const sent: { readonly execAmt?: string; readonly eventType?: string }[] = [];
  const follows = new Following(new ManualClock(START_MS), (message) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of this shape
    sent.push((message as { readonly data: (typeof sent)[number] }).data);
  });
  follows.begin();
  follows.follow('orders#*', { about: 'orders', symbol: '*' });
  return { follows, sent };
}

test('a fill is summed once, however many events its order has', () => {
  const { follows, sent } = following();
  const { fills, reads } = countedFills(400);
  for (let count = 1; count <= fills.length; count += 1)
    follows.order({ event: 'order', order: order(String(count / 2)), fills: fills.slice(0, count) });
  expect(sent).toHaveLength(401);
  expect(sent.at(-1)).toMatchObject({ eventType: 'trade', execAmt: '200.00000000' });
  // Into its sum, and into what is pushed of it on either topic.
  expect(reads()).toBe(3 * fills.length);
});

test('fills from before the login are in the sums of later ones, and not reported', () => {
  const { follows, sent } = following();
  const { fills } = countedFills(6, START_MS - 4);
  follows.order({ event: 'order', order: order('2.5', START_MS - 10), fills: fills.slice(0, 5) });
  follows.order({ event: 'order', order: order('3', START_MS - 10), fills });
  expect(sent.map(({ execAmt }) => execAmt)).toEqual(['2.50000000', '3.00000000']);
});
