import { expect, test } from 'vitest';
import { addressGroups, inFours, shownNumber } from './groups.ts';

const ends = (address: string) =>
  addressGroups(address)
    .filter(({ isEnd }) => isEnd)
    .map(({ text }) => text);

test('an address in groups of four is complete', () => {
  expect(inFours('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toEqual([
    'TR7N',
    'Hqje',
    'KQxG',
    'TCi8',
    'q8ZY',
    '4pL8',
    'otSz',
    'gjLj',
    '6t',
  ]);
  expect(inFours('')).toEqual([]);
  expect(inFours('a😀b😀c').join('|')).toBe('a😀b😀|c');
});

test('the first four and at least the last four letters are highlighted', () => {
  expect(ends('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toEqual(['TR7N', 'gjLj', '6t']);
  expect(ends('abcdefghijkl')).toEqual(['abcd', 'ijkl']);
  expect([ends('abcd'), ends('ab'), ends('')]).toEqual([['abcd'], ['ab'], []]);
});

test('of a masked card the last four digits are shown, of another all of them in groups', () => {
  expect(shownNumber('6222 0212 3456 7890', true)).toBe('•••• 7890');
  expect(shownNumber('622202123456789 0', false)).toBe('6222 0212 3456 7890');
  expect(shownNumber('12345678', true)).toBe('•••• 5678');
});
