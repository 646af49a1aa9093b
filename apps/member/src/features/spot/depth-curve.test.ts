import { amount, price } from '@plimsoll/money';
import { expect, test } from 'vitest';
import { depthCurveOf, nearestTo } from './depth-curve.ts';

const level = (at: string, size: string) => ({ price: price(at), size: amount(size) });
const BOOK = {
  asks: [level('101', '1'), level('103', '2'), level('104', '1')],
  bids: [level('99', '2'), level('96', '6')],
};

test('the curve has the middle of the best two prices in its middle, and reaches the farther end of the book', () => {
  const curve = depthCurveOf(BOOK);
  expect(curve?.points.map(({ side, x }) => [side, x])).toEqual([
    ['bids', 0],
    ['bids', 375],
    ['asks', 625],
    ['asks', 875],
    ['asks', 1000],
  ]);
  expect([curve?.from, curve?.to]).toEqual([price('96'), price('104')]);
});

test('each level stands as high as what is offered up to it, of the side that offers more', () => {
  const curve = depthCurveOf(BOOK);
  expect(curve?.sums).toEqual({ asks: amount('4'), bids: amount('8') });
  expect(curve?.points.map(({ sum }) => sum)).toEqual(['8', '2', '1', '3', '4'].map(amount));
  expect(curve?.steps).toEqual({ asks: 'M625 1000H625V875H875V625H1000V500', bids: 'M375 1000H375V750H0V0' });
});

test('a book without levels on both sides has no curve, one level a side has', () => {
  expect(depthCurveOf({ asks: BOOK.asks, bids: [] })).toBeUndefined();
  expect(depthCurveOf({ asks: [], bids: BOOK.bids })).toBeUndefined();
  const narrow = depthCurveOf({ asks: [level('100', '0')], bids: [level('100', '0')] });
  expect(narrow?.points.map(({ x, y }) => [x, y])).toEqual([
    [500, 1000],
    [500, 1000],
  ]);
});

test('the level that is nearest to a place of the drawing is found', () => {
  const points = depthCurveOf(BOOK)?.points ?? [];
  expect([0, 200, 499, 501, 760, 999].map((x) => nearestTo(points, x))).toEqual([0, 1, 1, 2, 3, 4]);
});
