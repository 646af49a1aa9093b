import { expect, test } from 'vitest';
import { snapped } from './snapped.ts';

test('a place on the chart is the nearest multiple of the price step, exactly', () => {
  expect(snapped(97_412.348, '0.01')).toBe('97412.35');
  expect(snapped(0.188_137, '0.0001')).toBe('0.1881');
  expect(snapped(0.1 + 0.2, '0.0000001')).toBe('0.3');
  expect(snapped(103, '5')).toBe('105');
});

test('at or below zero there is no price', () => {
  expect(snapped(0, '0.01')).toBeUndefined();
  expect(snapped(-4, '0.01')).toBeUndefined();
  expect(snapped(1, '0')).toBeUndefined();
});
