import { expect, test } from 'vitest';
import { AVERAGES, closesOf, movingAverage, sampleDays } from './sample-days.ts';

const days = sampleDays();

test('the sample is the same at every visit, one bar a day, each within its high and low', () => {
  expect(sampleDays()).toEqual(days);
  for (const [at, { id, open, close, high, low }] of days.entries()) {
    expect(id - (days[0]?.id ?? 0)).toBe(at * 86_400);
    expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
    expect(low).toBeLessThanOrEqual(Math.min(open, close));
  }
});

test.each(AVERAGES)('of the average over %i days the first entries are dashes, as many as it has days', (length) => {
  const average = movingAverage(days, length);
  expect(average).toHaveLength(days.length);
  expect(average.findIndex((each) => each !== null)).toBe(length);
  expect(average.slice(length).every((each) => each !== null)).toBe(true);
});

test('an average is that of its day and the days before it', () => {
  const rising = Array.from({ length: 12 }, (_, at) => ({ id: at, open: at, close: at, high: at, low: at, vol: 0 }));
  expect(movingAverage(rising, 5).slice(0, 7)).toEqual([null, null, null, null, null, 3, 4]);
});

test('the marks are the highest and the lowest close and the average', () => {
  const closes = days.map(({ close }) => close);
  const { highest, lowest, mean } = closesOf(days);
  expect(highest.close).toBe(Math.max(...closes));
  expect(lowest.close).toBe(Math.min(...closes));
  expect(mean).toBeCloseTo(closes.reduce((sum, each) => sum + each, 0) / closes.length, 8);
  expect(() => closesOf([])).toThrow(RangeError);
});

test('the highest and the lowest close are in the half that is shown first', () => {
  const { highest, lowest } = closesOf(days);
  expect(days.indexOf(highest)).toBeGreaterThan(days.length / 2);
  expect(days.indexOf(lowest)).toBeGreaterThan(days.length / 2);
});
