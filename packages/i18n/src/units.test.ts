import { expect, test } from 'vitest';
import { LANGUAGES } from './languages.ts';
import { formatRange, formatUnit } from './units.ts';

test('a unit has the plural of its count', () => {
  expect(formatUnit(1, 'day', { language: 'en', length: 'long' })).toBe('1 day');
  expect(formatUnit(5, 'day', { language: 'en', length: 'long' })).toBe('5 days');
  expect(formatUnit(3, 'day', { language: 'ru', length: 'long' })).toBe('3 дня');
  expect(formatUnit(3, 'day', { language: 'ar', length: 'long' })).toBe('3 أيام');
});

test('a unit has the digits that are asked for', () => {
  expect(formatUnit(8, 'megabyte', { language: 'fa', nativeDigits: true })).toContain('۸');
  expect(formatUnit(8, 'megabyte', { language: 'fa' })).toContain('8');
});

test('a range keeps every digit, and joins as the language does', () => {
  expect(formatRange('1', '5', { language: 'en' })).toBe('1–5');
  expect(formatRange('0.00000001', '1234567.5', { language: 'de' })).toBe('0,00000001–1.234.567,5');
  expect(formatRange('1', '100000', { language: 'hi' })).toBe('1–1,00,000');
  expect(formatRange('1', '5', { language: 'ja' })).toBe('1～5');
});

test('every language has both ends of a range in order', () => {
  for (const { code } of LANGUAGES) expect(formatRange('3', '7', { language: code })).toMatch(/^3\P{Nd}+7$/u);
});
