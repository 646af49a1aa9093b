import { expect, test } from 'vitest';
import { readMessages } from './catalogue.ts';
import { resolveLanguage, translator, type ServerKey } from './server.ts';

const keys = [...readMessages('en').keys()].filter((key) => key.startsWith('problems.')) as ServerKey[];
/** Has a value for every name. */
const anything = new Proxy<Record<string, number>>({}, { has: () => true, get: () => 1 });

test('the language asked for comes first, then the stored one, then English', () => {
  expect(resolveLanguage('ar', 'fr')).toBe('ar');
  expect(resolveLanguage('xx', 'fr')).toBe('fr');
  expect(resolveLanguage(undefined, 'xx')).toBe('en');
  expect(resolveLanguage('', null)).toBe('en');
});

test('words for operators are English in a language without console words', () => {
  expect(translator('sv')('answers.done')).not.toBe(translator('en')('answers.done'));
  expect(keys).not.toEqual([]);
  for (const key of keys) expect(translator('sv')(key, anything)).toBe(translator('en')(key, anything));
});

test('a key without words is returned unchanged', () => {
  expect(translator('en')('reasons.of_nobody' as ServerKey)).toBe('reasons.of_nobody');
});
