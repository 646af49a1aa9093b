import type { SpotOrder } from '@plimsoll/contract';
import { price } from '@plimsoll/money';
import { showToast } from '@plimsoll/ui';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { alarm, button, draw, FakeServer, tap, type, wrongWith } from '../../testing/form.tsx';
import { queryClient } from '../../platform/query.ts';
import { MoveOrderSheet } from './move-order-sheet.tsx';
import { useBook } from './queries.ts';
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

test('a late answer for one order does not close the sheet of another', async () => {
  const server = new FakeServer({
    getHuoBiTradeFromRedis: () => BOOK,
    trademoveOrder: () => ({ id: 8, status: 1 }),
  });
  const close = vi.fn<() => void>();
  const sheet = (order: SpotOrder | undefined) => <MoveOrderSheet market={MARKET} order={order} onClose={close} />;
  const redraw = draw(sheet({ ...ORDER, kind: 1 }));
  await screen.findByLabelText(/^New price/);
  type(/^New price/, '91');
  const release = server.hold();
  tap('Move order');
  await waitFor(() => expect(server.sent('trademoveOrder')).toHaveLength(1));
  redraw(sheet(undefined));
  redraw(sheet({ ...ORDER, id: 17, kind: 1 }));
  release();
  await waitFor(() => expect(document.querySelector('[role=status] > .toast')?.textContent).toBe('Done'));
  expect(close).not.toHaveBeenCalled();
});

function BestAsk() {
  const { data: book } = useBook(MARKET.symbol);
  return <p>{`Best ask ${book?.asks[0]?.price}`}</p>;
}

test('a poll of the book changes no button under the finger: what became odd is slid after the tap', async () => {
  const replies = { book: BOOK };
  const server = new FakeServer({
    getHuoBiTradeFromRedis: () => replies.book,
    trademoveOrder: () => ({ id: 8, status: 1 }),
  });
  draw(
    <>
      <BestAsk />
      <MoveOrderSheet market={MARKET} order={{ ...ORDER, kind: 1 }} onClose={() => {}} />
    </>,
  );
  await screen.findByLabelText(/^New price/);
  const poll = async (ask: string) => {
    replies.book = { sell: [{ price: ask, amount: '5' }], buy: [{ price: '9', amount: '5' }] };
    await queryClient.refetchQueries({ queryKey: ['getHuoBiTradeFromRedis'] });
    await screen.findByText(`Best ask ${price(ask)}`);
  };
  await poll('100');
  type(/^New price/, '95');
  await poll('10');
  tap('Move order');
  expect(server.sent('trademoveOrder')).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Move order' })).toBeNull();
  expect(screen.getByRole('slider')).toBeTruthy();
  await poll('100');
  expect(screen.getByRole('slider')).toBeTruthy();
  type(/^New price/, '96');
  expect(button('Move order')).toBeTruthy();
});
