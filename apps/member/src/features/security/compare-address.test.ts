import { expect, test } from 'vitest';
import { comparedGroups, isLookAlike, lookAlikeOf } from './compare-address.ts';

const OWN = 'TQn9Yh3LxWmRkF4bD7cZs2VjU8eKp6AtGa';
const FRAUD = 'TQn9Xb2MvRtA8sKdHcZ4p7WfYmLqp6WtGa';
const used = [{ address: OWN, times: 3, last: '2026-03-18T10:00:00.000Z' }];

test('an address with the beginning and end of a used one is a look-alike', () => {
  expect(isLookAlike(FRAUD, OWN)).toBe(true);
  expect(lookAlikeOf(FRAUD, used)?.address).toBe(OWN);
  expect(isLookAlike('TKzzYh3LxWmRkF4bD7cZs2VjU8eKp6AtGa', OWN)).toBe(true);
});

test('the used address itself, and a different one, are no look-alikes', () => {
  expect(lookAlikeOf(OWN, used)).toBeUndefined();
  expect(lookAlikeOf('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', used)).toBeUndefined();
  // Common beginnings of addresses do not make look-alikes.
  expect(isLookAlike('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0x71C7656EC7ab88b098defB751B7401B5f6d8ABed')).toBe(
    false,
  );
});

test('groups of four are marked where they differ', () => {
  expect(comparedGroups(FRAUD, OWN).map(({ differs }) => differs)).toEqual([
    false,
    true,
    true,
    true,
    true,
    true,
    true,
    true,
    false,
  ]);
  expect(comparedGroups(OWN).some(({ differs }) => differs)).toBe(false);
});
