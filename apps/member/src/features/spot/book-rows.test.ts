import { amount, price } from '@plimsoll/money';
import { expect, test } from 'vitest';
import { bookOf, depthOf, pricePlaces, rowsOf, viewAfter } from './book-rows.ts';

const levels = [1, 2, 3, 4].map((size) => ({ price: price('100'), size: amount(String(size)) }));

test('both sides show five levels each, one side alone shows nine', () => {
  expect([depthOf('both', 'asks'), depthOf('both', 'bids')]).toEqual([5, 5]);
  expect([depthOf('asks', 'asks'), depthOf('asks', 'bids')]).toEqual([9, 0]);
  expect([depthOf('bids', 'asks'), depthOf('bids', 'bids')]).toEqual([0, 9]);
  expect([viewAfter('both'), viewAfter('asks'), viewAfter('bids')]).toEqual(['asks', 'bids', 'both']);
});

test('a price has six places, and more where its market counts finer', () => {
  expect(pricePlaces(price('0.01'))).toBe(6);
  expect(pricePlaces(price('0.0000001'))).toBe(7);
});

test('a bar shows the cumulative share up to its level', () => {
  expect(rowsOf(levels, 4).map((row) => row.load)).toEqual([10, 30, 60, 100]);
  expect(rowsOf(levels, 2).map((row) => row.load)).toEqual([33, 100]);
  expect(rowsOf(levels, 3).map((row) => row.sum)).toEqual([amount('1'), amount('3'), amount('6')]);
  expect(rowsOf([{ price: price('1'), size: amount('0') }], 5).map((row) => row.load)).toEqual([0]);
});

test('a level that cannot be read is left out', () => {
  const book = bookOf({
    sell: [
      { price: '1.5', amount: '2' },
      { price: 'x', amount: '2' },
    ],
    buy: [{ price: '1', amount: '-1' }],
  });
  expect(book).toEqual({ asks: [{ price: price('1.5'), size: amount('2') }], bids: [] });
});
