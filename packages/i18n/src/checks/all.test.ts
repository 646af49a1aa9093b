import { describe, expect, test } from 'vitest';
import { glossaryOf } from '../glossary.ts';
import { LANGUAGES } from '../languages.ts';
import { CHECKS, findingsOf } from './all.ts';

const ALL = LANGUAGES.map(({ code }) => code);
const NAMES = Object.keys(CHECKS);

// `npm run words -- check <code>` prints the same for one language.
describe.each(NAMES)('%s', (check) => {
  test.each(ALL)('%s', (language) => {
    expect(findingsOf(language, check).map(({ subject, text }) => `${subject}: ${text}`)).toEqual([]);
  });
});

test.each(ALL)('the exceptions of %s are to checks that exist', (language) => {
  expect(NAMES).toEqual(expect.arrayContaining(Object.keys(glossaryOf(language).exceptions ?? {})));
});

test('an unknown check is refused', () => {
  expect(() => findingsOf('de', 'spelling')).toThrow(/no such check: spelling/);
});
