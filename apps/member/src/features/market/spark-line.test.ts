import { expect, test } from 'vitest';
import { SPARK_HEIGHT, sparkShape } from './spark-line.ts';

test('a line goes up or down against the price of 24 hours ago, not against its first point', () => {
  expect(sparkShape({ open: '100', closes: ['90', '95'] }, '99')?.way).toBe('down');
  expect(sparkShape({ open: '100', closes: ['110', '120'] }, '101')?.way).toBe('up');
  expect(sparkShape({ open: '100', closes: ['90', '95'] }, '100')?.way).toBe('flat');
});

test('it ends at the price now, and its line is where the day began', () => {
  const shape = sparkShape({ open: '100', closes: ['100', '105', '103'] }, '110');
  expect(shape?.path).toBe('M1.0 24.0L28.0 13.0L55.0 2.0');
  expect(shape?.lineY).toBe(24);
  expect([shape?.low, shape?.high]).toEqual(['100', '110']);
});

test('a price that never moved is a level line in the middle', () => {
  expect(sparkShape({ open: '5', closes: ['5', '5'] }, '5')?.lineY).toBe(SPARK_HEIGHT / 2);
});

test('one close is no line', () => {
  expect(sparkShape({ open: '5', closes: ['5'] }, '5')).toBeUndefined();
});
