import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each(['123456', 'PassWord1', '123456a', 'abcdef1', 'bitcoin', 'Plimsoll', 'woaini1314', 'zaq12wsx'])(
  '%s is tried first by whoever guesses',
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

test.each(['correct horse battery staple', 'Keelson2026', 'quay4load7line', '', '123456\n', '23456'.repeat(4), '.*'])(
  '%j is not',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);

test('the hundred thousandth password is refused too', () => {
  // As the list is published; the next one is allowed.
  expect(['070162', '07012006'].map(isCommonPassword)).toEqual([true, false]);
});
