import { expect, test } from 'vitest';
import { chartPrices } from './prices.ts';

const english = (places: number) => chartPrices(places, { language: 'en', nativeDigits: false });

test('a price has its market’s places', () => {
  expect(english(2).price(97_431.1)).toBe('97,431.10');
  expect(english(6).price(0.034_215)).toBe('0.034215');
});

test('an axis has no more places than distinguish its numbers', () => {
  expect(english(2).axis([97_600, 97_800, 98_000])).toEqual(['97,600', '97,800', '98,000']);
  expect(english(2).axis([97.5, 98, 98.5])).toEqual(['97.5', '98.0', '98.5']);
  expect(english(4).axis([0.1225, 0.123])).toEqual(['0.1225', '0.1230']);
});

test('numbers follow the language and its digits', () => {
  expect(chartPrices(2, { language: 'de', nativeDigits: false }).price(1234.5)).toBe('1.234,50');
  expect(chartPrices(2, { language: 'ar', nativeDigits: true }).price(1234.5)).toBe('١٬٢٣٤٫٥٠');
});

test('volume is shortened', () => {
  expect(english(2).volume(12.484)).toBe('12.48');
  expect(english(2).volume(1_920_000_000)).toBe('1.92B');
});
