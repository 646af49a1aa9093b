import { expect, test } from 'vitest';
import { LANGUAGES } from './languages.ts';
import { decimalParts, formatCompact, formatDecimal, formatPercent } from './numbers.ts';
import { asciiDigits, readDecimal } from './typed-numbers.ts';

test.each([
  ['en', '1234567.5', '1,234,567.50'],
  ['de', '1234567.5', '1.234.567,50'],
  ['hi', '1234567.5', '12,34,567.50'],
  ['fr', '1234567.5', '1\u202f234\u202f567,50'],
  ['bn', '1234567.5', '12,34,567.50'],
  ['vi', '1234567.5', '1.234.567,50'],
  ['id', '1234567.5', '1.234.567,50'],
  ['la', '1234567.5', '1.234.567,50'],
  ['tr', '1234567.5', '1.234.567,50'],
  ['fa', '1234567.5', '1,234,567.50'],
  ['ur', '1234567.5', '1,234,567.50'],
  ['ar', '1234567.5', '1,234,567.50'],
] as const)('%s groups thousands and marks decimals its own way', (language, text, written) => {
  expect(formatDecimal(text, { language, decimals: 2 })).toBe(written);
});

test('native digits are used where they exist and are asked for', () => {
  expect(formatDecimal('1234.5', { language: 'ar', nativeDigits: true })).toBe('١٬٢٣٤٫٥');
  expect(formatDecimal('1234.5', { language: 'fa', nativeDigits: true })).toBe('۱٬۲۳۴٫۵');
  expect(formatDecimal('1234.5', { language: 'en', nativeDigits: true })).toBe('1,234.5');
});

test('a number of four digits is grouped as the language does', () => {
  expect(formatDecimal('1000', { language: 'en' })).toBe('1,000');
  expect(formatDecimal('100000', { language: 'hi' })).toBe('1,00,000');
  expect(formatDecimal('10000000', { language: 'bn', nativeDigits: true })).toBe('১,০০,০০,০০০');
});

test('every digit survives, however long the number', () => {
  expect(formatDecimal('123456789012345678.12345678', { language: 'en' })).toBe('123,456,789,012,345,678.12345678');
  expect(formatDecimal('999999999999999999.99999999', { language: 'en', decimals: 8, ungrouped: true })).toBe(
    '999999999999999999.99999999',
  );
});

test('further places are cut off, never rounded up', () => {
  expect(formatDecimal('0.99999999', { language: 'en', decimals: 2 })).toBe('0.99');
  expect(formatDecimal('-0.00999999', { language: 'en', decimals: 2 })).toBe('0.00');
});

test('zero has no sign, nor has what is zero after the cut', () => {
  for (const text of ['0', '+0.00', '-0.00', '+0.004', '-0.004'])
    expect(formatDecimal(text, { language: 'en', decimals: 2 })).toBe('0.00');
});

test('a minus is a real one and a plus stays', () => {
  expect(formatDecimal('-1.5', { language: 'en', decimals: 2 })).toBe('\u22121.50');
  expect(formatDecimal('+1.5', { language: 'en', decimals: 2 })).toBe('+1.50');
});

test('trailing zeros are separated, two places stay bright', () => {
  expect(decimalParts('1250.50000000', { language: 'en', decimals: 8 })).toEqual({
    sign: '',
    whole: '1,250',
    point: '.',
    fraction: '50',
    filler: '000000',
  });
  expect(decimalParts('0.02512000', { language: 'en', decimals: 8 })).toMatchObject({
    fraction: '02512',
    filler: '000',
  });
  expect(decimalParts('3', { language: 'en' })).toEqual({ sign: '', whole: '3', point: '', fraction: '', filler: '' });
});

test.each(['', 'x', '1e3', 'NaN', '1,0', '٣'])('%j is no decimal of the wire', (text) => {
  expect(() => formatDecimal(text, { language: 'en' })).toThrow(RangeError);
});

test.each([
  ['1234.5', '1234.5'],
  ['1234,5', '1234.5'],
  ['١٢٣٤٫٥', '1234.5'],
  ['१२.५', '12.5'],
  ['１２', '12'],
  ['1,234.5', '1234.5'],
  ['1.234,5', '1234.5'],
  ['1\u202f234,5', '1234.5'],
  ['1,234,567', '1234567'],
  ['12,345', '12.345'],
  ['۱٬۲۳۴', '1234'],
  ['١٬٢٣٤٬٥٦٧', '1234567'],
  ['١٬٢٣٤٫', '1234'],
  ['1٬234,5', '1234.5'],
  ['1٬234.567', '1234.567'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['007', '7'],
  ['', ''],
  [' 1 ', '1'],
  ['0', '0'],
])('%j is read as %j', (input, wire) => {
  expect(readDecimal(input)).toBe(wire);
});

test.each(['-1', '+1', '1e3', '1.2.3', '1,2,3', 'x', '.', ',', '1,23.4', '1.234,567.8', '½', '1,234.567.890'])(
  '%j is no number',
  (input) => {
    expect(readDecimal(input)).toBeNull();
  },
);

test.each(['۱٬۲۳', '1٬2345', '1234٬567', '٬234', '1٬', '1,234٬567', '1.234٬567', '1٬234.567.890', '1٬234.5٬6'])(
  '%j is no number, because the Arabic thousands sign only groups',
  (input) => {
    expect(readDecimal(input)).toBeNull();
  },
);

test('what is written in any language and digits is read back', () => {
  for (const { code } of LANGUAGES) {
    for (const nativeDigits of [false, true]) {
      for (const text of ['1234567.891', '0.00000001', '12', '1234.5']) {
        expect(readDecimal(formatDecimal(text, { language: code, nativeDigits }))).toBe(text);
        expect(readDecimal(formatDecimal(text, { language: code, nativeDigits, ungrouped: true }))).toBe(text);
      }
    }
  }
});

test('a whole number that is written in any language and digits is read back', () => {
  for (const { code: language } of LANGUAGES) {
    for (const nativeDigits of [false, true]) {
      for (const text of ['1234', '12345', '123456', '1234567', '12345678', '1234567890']) {
        const written = formatDecimal(text, { language, nativeDigits });
        // Of these alone nobody knows: a single point or comma is the decimal sign in every language.
        const isOpen = /^[^.,]+[.,][^.,]+$/.test(written);
        expect(readDecimal(written)).toBe(isOpen ? asciiDigits(written).replace(',', '.') : text);
        expect(readDecimal(formatDecimal(text, { language, nativeDigits, ungrouped: true }))).toBe(text);
      }
    }
  }
});

test('a volume is shortened by the language', () => {
  expect(formatCompact('1920000000.12', { language: 'en' })).toBe('1.92B');
});

test('a percentage is exact, with its sign where the language puts it', () => {
  expect(formatPercent('54.05', { language: 'en' })).toBe('54.05%');
  expect(formatPercent('1234.5', { language: 'de' })).toBe('1.234,5\u00a0%');
  expect(formatPercent('54', { language: 'tr' })).toBe('%54');
  expect(formatPercent('0.1', { language: 'fa', nativeDigits: true })).toBe('۰٫۱٪');
});
