import { expect, test } from 'vitest';
import { minutesAndSeconds, nextLookMs, secondsLeft } from './countdown.ts';

test('seconds left are whole, rounded up, and never below zero', () => {
  expect(secondsLeft(60_000, 0)).toBe(60);
  expect(secondsLeft(60_000, 1)).toBe(60);
  expect(secondsLeft(60_000, 59_001)).toBe(1);
  expect(secondsLeft(60_000, 60_000)).toBe(0);
  expect(secondsLeft(60_000, 90_000)).toBe(0);
});

test('a countdown is written in minutes and seconds', () => {
  expect([42, 197, 0, 7200].map(minutesAndSeconds)).toEqual(['00:42', '03:17', '00:00', '120:00']);
});

test('after the expiry it is asked for at once, then every five seconds', () => {
  expect(nextLookMs(10_000, 4000)).toBe(7000);
  expect(nextLookMs(10_000, 11_000)).toBe(5000);
  expect(nextLookMs(10_000, 12_500)).toBe(3500);
  expect(nextLookMs(10_000, 16_000)).toBe(5000);
});
