import type { SpotOrder } from '@plimsoll/contract';
import { showToast } from '@plimsoll/ui';
import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { alarm, draw, FakeServer, tap, type, wrongWith } from '../../testing/form.tsx';
import { MoveOrderSheet } from './move-order-sheet.tsx';
import { BTC_USDT } from '../../testing/market.ts';

const MARKET = BTC_USDT;
const ORDER: SpotOrder = {
  id: 7,
  type: 1,
  type_text: 'Buy',
  ordertype_text: 'Limit',
  kind: 4,
  coinname: 'BTC',
  trade_coin: 'USDT',
  status: 1,
  addtime: '2026-03-21T14:00:00.000Z',
  tradetime: null,
  xjprice: '90.00000000',
  price: '0.00000000',
  predict_num: '0.50000000',
  coinnum: '0.00000000',
  total: '0.00000000',
  fee: '0.00000000',
  fee_coin: 'BTC',
};
const BOOK = { sell: [{ price: '100', amount: '5' }], buy: [{ price: '99', amount: '5' }] };

async function drawMove(order: SpotOrder, status: 1 | 3): Promise<{ server: FakeServer; close: () => void }> {
  const server = new FakeServer({
    getHuoBiTradeFromRedis: () => BOOK,
    trademoveOrder: () => ({ id: 8, status }),
  });
  const close = vi.fn<() => void>();
  draw(<MoveOrderSheet market={MARKET} order={order} onClose={close} />);
  await waitFor(() => expect(server.sent('getHuoBiTradeFromRedis')).toHaveLength(1));
  return { server, close };
}

test('a post-only order is not moved to where the book would fill it, and any other is', async () => {
  const { server } = await drawMove(ORDER, 1);
  await waitFor(() => {
    type(/^New price/, '100');
    tap('Move order');
    expect(wrongWith(/^New price/)).toBe('Only joins the order book. Cancelled if it would fill at once.');
  });
  expect(server.sent('trademoveOrder')).toEqual([]);
  type(/^New price/, '99.99');
  tap('Move order');
  await waitFor(() => expect(server.sent('trademoveOrder').map(({ fields }) => fields['price'])).toEqual(['99.99']));
});

test('a plain order is moved into the book', async () => {
  const { server, close } = await drawMove({ ...ORDER, kind: 1 }, 1);
  type(/^New price/, '100');
  tap('Move order');
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(server.sent('trademoveOrder')).toHaveLength(1);
});

test('one that the book came to meanwhile says that it was cancelled, and is not called moved', async () => {
  const { close } = await drawMove(ORDER, 3);
  showToast('ok', 'Earlier');
  type(/^New price/, '99.5');
  tap('Move order');
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(alarm()).toContain('It would have filled at once, so it was cancelled. Choose a lower price');
  expect(document.querySelector('[role=status] > .toast')?.textContent).toBe('Earlier');
});
