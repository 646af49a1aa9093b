import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import { expect, test } from 'vitest';
import { readMessages, sliceFiles, writtenLanguages } from './catalogue.ts';
import { OPERATORS_SLICES, SLICES } from './english.ts';
import { glossaryOf } from './glossary.ts';
import { languageOf, LANGUAGES, type LanguageCode } from './languages.ts';

const ALL = LANGUAGES.map(({ code }) => code);
const TRANSLATED = ALL.filter((code) => code !== 'en');
/** Messages that are the same in every language: names, symbols, and figures without words. */
const SAME_EVERYWHERE = /^(?:[^\p{L}]|\{\w+\}|Plimsoll|UID|VIP|QR|USDT?|BTC|TRC20|ERC20|iOS|Android|MA|X{5})*$/u;
/** Maximum number of texts that a language may share with English, each listed in its glossary. */
const MAX_SHARED = 40;

type Branches = Readonly<Record<string, unknown>>;
const SELECT = 1;
const PLURAL = 2;

/**
 * The parts of a message that need a value: name, format (none for a plain value, `tag` for markup), and the branches
 * of a choice.
 */
function parts(
  message: CompiledMessage,
): { readonly name: string; readonly kind: number | 'tag' | ''; readonly branches: Branches }[] {
  const found: { name: string; kind: number | 'tag' | ''; branches: Branches }[] = [];
  const visit = (nodes: unknown): void => {
    if (!Array.isArray(nodes)) return;
    for (const node of nodes) {
      if (!Array.isArray(node)) continue;
      const [name, kind, ...rest] = node as [string, ...unknown[]];
      const isTag = kind !== undefined && (typeof kind !== 'number' || kind === 0);
      const branches = isTag || typeof rest[0] !== 'object' ? {} : ((rest[0] ?? {}) as Branches);
      found.push({ name, kind: isTag ? 'tag' : (kind ?? ''), branches });
      if (isTag) visit([kind, ...rest]);
      else for (const branch of Object.values(branches)) visit(branch);
    }
  };
  visit(message);
  return found;
}

/** Names of the values that a message needs, with the branches of a select. */
const placeholders = (message: CompiledMessage): string[] =>
  [
    ...new Set(
      parts(message).map(
        ({ name, kind, branches }) =>
          `${name}:${kind}${kind === SELECT ? `:${Object.keys(branches).sort().join('|')}` : ''}`,
      ),
    ),
  ].sort();

/** The plural forms that whole numbers from one up take in a language. */
function formsOf(language: LanguageCode): string[] {
  const rules = new Intl.PluralRules(languageOf(language).tag);
  return [...new Set(Array.from({ length: 1000 }, (_, number) => rules.select(number + 1))), 'other'];
}

test('members find words in all 26 languages, operators in three', () => {
  expect(writtenLanguages()).toEqual(ALL);
  expect(writtenLanguages('console')).toEqual(['en', 'zh-cn', 'ar']);
});

test('every slice that has words says where they are needed', () => {
  expect([...SLICES.first, ...SLICES.later, ...SLICES.console, ...SLICES.server].sort()).toEqual(
    [...sliceFiles('en').keys()].sort(),
  );
});

test.each(ALL)('every message of %s is well-formed', (language) => {
  for (const [key, message] of readMessages(language)) {
    expect(() => compile(message), `${language} ${key}`).not.toThrow();
    expect(message.trim(), `${language} ${key}`).toBe(message);
    expect(message, `${language} ${key}`).not.toBe('');
  }
});

test.each(TRANSLATED)('%s says everything that English says to who reads it, and nothing else', (language) => {
  const isOperators = writtenLanguages('console').includes(language);
  const isFor = (key: string) => isOperators || !OPERATORS_SLICES.includes(key.split('.')[0] ?? '');
  expect([...readMessages(language).keys()].sort()).toEqual([...readMessages('en').keys()].filter(isFor).sort());
});

test.each(TRANSLATED)('%s has the placeholders of English', (language) => {
  const english = readMessages('en');
  for (const [key, message] of readMessages(language)) {
    expect(placeholders(compile(message)), `${language} ${key}`).toEqual(placeholders(compile(english.get(key) ?? '')));
  }
});

test.each(ALL)('%s has words for every plural form that its whole numbers take', (language) => {
  const forms = formsOf(language);
  const english = readMessages('en');
  // Keys whose English text differs by count.
  const counts = (key: string) =>
    parts(compile(english.get(key) ?? '')).some(({ kind, branches }) => kind === PLURAL && 'one' in branches);
  const lacking = [...readMessages(language)]
    .filter(([key]) => counts(key))
    .flatMap(([key, message]) =>
      parts(compile(message))
        .filter(({ kind }) => kind === PLURAL)
        .flatMap(({ branches }) => forms.filter((form) => !(form in branches)).map((form) => `${key}: ${form}`)),
    );
  expect(lacking).toEqual([]);
});

test.each(TRANSLATED)('no English is left in %s except words listed as shared', (language) => {
  const english = readMessages('en');
  const { sameAsEnglish } = glossaryOf(language);
  const same = [...readMessages(language)].filter(
    ([key, message]) => message === english.get(key) && !SAME_EVERYWHERE.test(message),
  );
  expect(same.filter(([, message]) => !sameAsEnglish.includes(message))).toEqual([]);
  expect(
    sameAsEnglish.filter((shared) => !same.some(([, message]) => message === shared)),
    'listed as shared, but in no message',
  ).toEqual([]);
  expect(sameAsEnglish.length).toBeLessThanOrEqual(MAX_SHARED);
});

test('placeholders are found inside plurals, selects and tags', () => {
  const message = compile(
    '{n, plural, one {# fill of {coin}} other {# fills}} {side, select, buy {<b>{price}</b>} other {}}',
  );
  expect(placeholders(message)).toEqual(['b:tag', 'coin:', 'n:2', 'price:', 'side:1:buy|other']);
});
