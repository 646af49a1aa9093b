import { amount, price } from '@plimsoll/money';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { draw } from '../../testing/form.tsx';
import type { Terms } from './terms.ts';
import WideBook from './wide-book.tsx';

const TERMS = { base: 'BTC', quote: 'USDT', priceStep: price('0.01'), step: amount('0.0001') } as Terms;
const level = (at: string, size: string) => ({ price: price(at), size: amount(size) });
const BOOK = { asks: [level('101', '1'), level('102', '2')], bids: [level('99', '4')] };
const trade = (id: number, direction: string) => ({
  id,
  data: [{ id, ts: Date.UTC(2026, 2, 21, 14, 20, id), price: 100 + id, amount: 0.5, direction }],
});

function drawBook(trades: readonly object[]) {
  const asked = vi.fn<(path: string) => Promise<Response>>(() =>
    Promise.resolve(Response.json({ status: 'ok', data: trades })),
  );
  vi.stubGlobal('fetch', asked);
  draw(
    <WideBook symbol="btcusdt" book={BOOK} terms={TERMS} isOld={false} levels={(word) => <p>levels with {word}</p>} />,
  );
  return asked;
}
const choose = (name: string) => fireEvent.click(screen.getByRole('tab', { name }));

afterEach(() => {
  vi.unstubAllGlobals();
});

test('six of the newest trades stand under the book, all that were read have a view of their own', async () => {
  const asked = drawBook(Array.from({ length: 9 }, (_, at) => trade(9 - at, at % 2 === 0 ? 'buy' : 'sell')));
  const trades = await screen.findByRole('table', { name: 'Recent trades' });
  expect(screen.getByText('levels with Sum')).toBeTruthy();
  expect(within(trades).getAllByRole('row')).toHaveLength(7);
  expect(within(trades).getAllByRole('row')[1]?.textContent).toMatch(/^Buy 109\.000\.5000/);
  expect(within(trades).getAllByRole('row')[2]?.textContent).toMatch(/^Sell 108\.00/);
  choose('Trades');
  expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(10);
  expect(screen.queryByText('levels with Sum')).toBeNull();
  expect(asked.mock.calls.map(([path]) => path)).toEqual(['/huobiapi/market/history/trade?symbol=btcusdt&size=30']);
});

test('a market without trades has none to show', async () => {
  drawBook([]);
  expect(await screen.findByText('No trades yet')).toBeTruthy();
});

test('the arrow keys choose a level of the depth, and its sum is read out', async () => {
  drawBook([]);
  choose('Depth');
  const depth = await waitFor(() => screen.getByRole('slider', { name: 'Order book depth' }));
  expect(depth.getAttribute('aria-valuetext')).toBe('Sell orders, 101.00 USDT, 1 BTC');
  fireEvent.change(depth, { target: { value: '2' } });
  expect(depth.getAttribute('aria-valuetext')).toBe('Sell orders, 102.00 USDT, 3 BTC');
  fireEvent.change(depth, { target: { value: '0' } });
  expect(depth.getAttribute('aria-valuetext')).toBe('Buy orders, 99.00 USDT, 4 BTC');
  expect(screen.getByRole('tabpanel').textContent).toContain('Sell orders3.0000 BTC');
});
