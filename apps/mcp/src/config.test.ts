import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const KEY = { PLIMSOLL_ACCESS: 'a-b', PLIMSOLL_SECRET: 's' };

test('the environment has the address and the key', () => {
  expect(readConfig({ ...KEY, PLIMSOLL_URL: ' https://exchange.example/app ' })).toEqual({
    url: 'https://exchange.example',
    access: 'a-b',
    secret: 's',
  });
});

test.each([
  [{ PLIMSOLL_URL: 'https://exchange.example' }, 'PLIMSOLL_ACCESS, PLIMSOLL_SECRET must be set'],
  [{ ...KEY, PLIMSOLL_URL: 'exchange.example' }, 'PLIMSOLL_URL is no address'],
  [{ ...KEY, PLIMSOLL_URL: 'file:///etc' }, 'PLIMSOLL_URL is no address'],
])('%j is refused, by name and without the secret', (env, words) => {
  expect(() => readConfig(env)).toThrow(words);
  expect(() => readConfig(env)).not.toThrow(/\bs\b$/);
});
