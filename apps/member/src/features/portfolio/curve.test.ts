import { expect, test } from 'vitest';
import { areaPath, curveOf, linePath, movedAt, nearest, pricePlaces, splitBars } from './curve.ts';

const point = (minute: number, worth: string, profit: string, moved: Partial<Record<'in' | 'out', string>> = {}) => ({
  time: new Date(Date.UTC(2026, 0, 5, 12, minute)).toISOString(),
  worth,
  profit,
  money_in: moved.in ?? '0.00000000',
  money_out: moved.out ?? '0.00000000',
});
const POINTS = [
  point(0, '100', '0'),
  point(1, '350', '50', { in: '200.00000000' }),
  point(4, '80', '-20', { out: '200.00000000' }),
];

test('profit is drawn over no profit, worth over the worth at the beginning', () => {
  const [profit, worth] = [curveOf(POINTS, 'profit'), curveOf(POINTS, 'worth')];
  expect(profit.baseY).toBe(profit.ys[0]);
  expect(worth.baseY).toBe(worth.ys[0]);
  // Up is less: a gain lies above the line, a loss below it.
  expect((profit.ys[1] ?? 0) < profit.baseY && (profit.ys[2] ?? 0) > profit.baseY).toBe(true);
});

test('points stand where their times are, and the nearest one is read', () => {
  const curve = curveOf(POINTS, 'profit');
  expect(curve.xs).toEqual([0, 250, 1000]);
  expect([0, 0.1, 0.2, 0.6, 0.7, 1].map((share) => nearest(curve, share))).toEqual([0, 0, 1, 1, 2, 2]);
  expect([0.74, 0.76, 0.999].map((share) => nearest({ ...curve, xs: [0, 998, 1000] }, share, 0.25))).toEqual([1, 2, 2]);
});

test('grid lines are round figures within the curve, away from its base line', () => {
  const { grid, ys, baseY } = curveOf(POINTS, 'profit');
  expect(grid.map(({ value }) => value)).toEqual(['50']);
  expect(grid.every(({ y }) => Math.abs(y - baseY) > 30)).toBe(true);
  expect(Math.min(...ys)).toBeGreaterThan(0);
});

test('a curve without any change is a line on its base, and its grid has an end', () => {
  const flat = curveOf([point(0, '0', '0'), point(1, '0', '0')], 'profit');
  expect(linePath(flat)).toBe(`M0.0 ${flat.baseY.toFixed(1)}L1000.0 ${flat.baseY.toFixed(1)}`);
  expect(areaPath(flat).endsWith('z')).toBe(true);
  expect(flat.grid.length).toBeLessThan(9);
});

test('money in or out stands at the point before which it moved', () => {
  expect(movedAt(POINTS)).toEqual([1, 2]);
});

test('bars of a split begin at a common zero and are as long as their figures', () => {
  expect(splitBars(['30', '-10', '0'])).toEqual([
    { zero: 25, from: 25, length: 75 },
    { zero: 25, from: 0, length: 25 },
    { zero: 25, from: 25, length: 0 },
  ]);
  expect(splitBars(['0', '0'])).toEqual([
    { zero: 0, from: 0, length: 0 },
    { zero: 0, from: 0, length: 0 },
  ]);
});

test('prices below one have six places', () => {
  expect([pricePlaces('94880.15'), pricePlaces('0.24118')]).toEqual([2, 6]);
});
