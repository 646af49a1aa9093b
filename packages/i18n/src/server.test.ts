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

test('amounts and shares in refusals are grouped, exact, and written as the language writes them', () => {
  const band = { price: '5000000.00000001', band: '0.125' };
  expect(translator('en')('reasons.price_band', band)).toContain(
    '5,000,000.00000001 is outside the price band of 12.5%',
  );
  expect(translator('de')('reasons.price_band', band)).toMatch(/5\.000\.000,00000001 .* 12,5\u{A0}%/u);
  expect(translator('tr')('reasons.price_band', band)).toContain('%12,5');
});

test('a key without words is returned unchanged', () => {
  expect(translator('en')('reasons.of_nobody' as ServerKey)).toBe('reasons.of_nobody');
});
