import { expect, test } from 'vitest';
import { formatMegabytes, formatRange } from './measures.ts';

test.each([
  ['en', '8–128'],
  ['ja', '8～128'],
  ['ko', '8~128'],
] as const)('a range is written as %s writes it', (language, text) => {
  expect(formatRange({ min: 8, max: 128 }, { language })).toBe(text);
});

test.each([
  ['en', '8 MB'],
  ['fr', '8 Mo'],
  ['ru', '8 МБ'],
  ['ar', '8 ميغابايت'],
] as const)('a size has the unit of %s', (language, text) => {
  expect(formatMegabytes(8 * 2 ** 20, { language }).replaceAll(/[\u00A0\u202F]/g, ' ')).toBe(text);
});

test('ranges and sizes have the digits that the reader chose', () => {
  expect(formatRange({ min: 6, max: 20 }, { language: 'fa', nativeDigits: true })).toMatch(/^۶.*۲۰$/);
  expect(formatMegabytes(2 ** 20, { language: 'ur', nativeDigits: true })).toContain('۱');
  expect(formatRange({ min: 6, max: 20 }, { language: 'fa' })).toMatch(/^6.*20$/);
});
