import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import { expect, test } from 'vitest';
import { readMessages, sliceFiles, writtenLanguages } from './catalogue.ts';
import { SLICES } from './english.ts';
import { LANGUAGES, type LanguageCode } from './languages.ts';

const COMPLETE: readonly LanguageCode[] = ['en', 'ar', 'zh-cn'];
/** Messages that are rightly the same in every language: names, symbols, and figures without words. */
const SAME_EVERYWHERE = /^(?:[^\p{L}]|\{\w+\}|Plimsoll|UID|VIP|QR|USDT?|BTC|TRC20|ERC20|iOS|Android|MA)*$/u;

/** The names a message needs values for, each with the number of what is done with it (none for a plain value, `tag` for markup). */
function placeholders(message: CompiledMessage): string[] {
  const found = new Set<string>();
  const visit = (nodes: unknown): void => {
    if (!Array.isArray(nodes)) return;
    for (const node of nodes) {
      if (!Array.isArray(node)) continue;
      const [name, kind, ...rest] = node as [string, ...unknown[]];
      const isTag = kind !== undefined && (typeof kind !== 'number' || kind === 0);
      found.add(isTag ? `${name}:tag` : `${name}:${kind ?? ''}`);
      if (isTag) visit([kind, ...rest]);
      else for (const branch of Object.values(rest[0] ?? {})) visit(branch);
    }
  };
  visit(message);
  return [...found].sort();
}

test('the complete languages are written, and every folder is one of the 26', () => {
  expect(writtenLanguages()).toEqual(expect.arrayContaining([...COMPLETE]));
  expect(LANGUAGES).toHaveLength(26);
});

test('every slice that has words says where they are needed', () => {
  expect([...SLICES.first, ...SLICES.later, ...SLICES.console, ...SLICES.server].sort()).toEqual([...sliceFiles('en').keys()].sort());
});

test.each(writtenLanguages())('every message of %s is well-formed', (language) => {
  for (const [key, message] of readMessages(language)) {
    expect(() => compile(message), `${language} ${key}`).not.toThrow();
    expect(message.trim(), `${language} ${key}`).toBe(message);
    expect(message, `${language} ${key}`).not.toBe('');
  }
});

test.each(COMPLETE.filter((each) => each !== 'en'))('%s says everything that English says, and nothing else', (language) => {
  expect([...sliceFiles(language).keys()]).toEqual([...sliceFiles('en').keys()]);
  expect([...readMessages(language).keys()].sort()).toEqual([...readMessages('en').keys()].sort());
});

test.each(writtenLanguages().filter((each) => each !== 'en'))('%s has the placeholders of English, and no English left', (language) => {
  const english = readMessages('en');
  for (const [key, message] of readMessages(language)) {
    const original = english.get(key) ?? '';
    expect(placeholders(compile(message)), `${language} ${key}`).toEqual(placeholders(compile(original)));
    expect(message === original && !SAME_EVERYWHERE.test(original), `${language} ${key} is still English`).toBe(false);
  }
});

test('placeholders are found inside plurals, selects and tags', () => {
  const message = compile('{n, plural, one {# fill of {coin}} other {# fills}} {side, select, buy {<b>{price}</b>} other {}}');
  expect(placeholders(message)).toEqual(['b:tag', 'coin:', 'n:2', 'price:', 'side:1']);
});
