import { amount, price } from '@plimsoll/money';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '../../testing/form.tsx';
import { OrderBook } from './order-book.tsx';

const TERMS = { base: 'BTC', quote: 'USDT', priceStep: price('0.01'), step: amount('0.0001') } as Parameters<
  typeof OrderBook
>[0]['terms'];
const level = (each: string) => ({ price: price(each), size: amount('1') });

const bookOf = (asks: readonly string[], bids: readonly string[]) => (
  <OrderBook
    book={{ asks: asks.map(level), bids: bids.map(level) }}
    terms={TERMS}
    view="both"
    onView={() => {}}
    onTake={() => {}}
    failed={false}
    price="100"
    dollars={undefined}
    movedAtMs={0}
    isOld={false}
  />
);
const rowsOn = (side: string) => within(screen.getByRole('list', { name: side })).getAllByRole('button');

test('a row that has the focus keeps it while the levels of the order book change', () => {
  const drawAgain = draw(bookOf(['101', '102', '103'], ['99', '98', '97']));
  const best = { asks: rowsOn('Sell orders').at(-1), bids: rowsOn('Buy orders')[0] };
  best.asks?.focus();
  drawAgain(bookOf(['101.5', '104'], ['99', '98', '97']));
  expect(document.activeElement).toBe(rowsOn('Sell orders').at(-1));
  expect(document.activeElement?.textContent).toContain('101.5');
  best.bids?.focus();
  drawAgain(bookOf(['101.5', '104'], ['98.5']));
  expect(document.activeElement).toBe(rowsOn('Buy orders')[0]);
  expect(document.activeElement?.textContent).toContain('98.5');
});
