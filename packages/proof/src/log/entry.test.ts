import { expect, test } from 'vitest';
import { choiceOf, choiceSalt, commitOf, saltOf } from './commitment.ts';
import { parseCanonical } from './canonical-text.ts';
import { entryLine, parseEntry, type EntryFields } from './entry.ts';

const HASH = 'ab'.repeat(32);
const AT = '2026-11-22T12:00:03.000Z';
const placed: EntryFields<'option-taken'> = {
  id: 1000,
  market: 'btcusdt',
  seconds: 5,
  accepted: AT,
  rate: '0.80000000',
  terms: 1,
  rules: 2,
  settings: 1,
  choice: HASH,
  commit: HASH,
};

test('an entry is one line of canonical JSON, as PROOF prints it', () => {
  expect(entryLine('option-taken', AT, placed)).toBe(
    `{"accepted":"${AT}","at":"${AT}","choice":"${HASH}","commit":"${HASH}","id":1000,"market":"btcusdt","rate":"0.80000000","rules":2,"seconds":5,"settings":1,"t":"option-taken","terms":1,"v":1}`,
  );
  expect(
    entryLine('option-settled', AT, { id: 1, exit: null, outcome: 'void', direction: 'up', salt: HASH, commit: HASH }),
  ).toContain('"exit":null');
});

test('an entry is read as it was written', () => {
  expect(parseEntry(entryLine('option-taken', AT, placed))).toEqual({ ...placed, t: 'option-taken', v: 1, at: AT });
});

const line = entryLine('option-taken', AT, placed);
test.each([
  ['an unknown type', line.replace('option-taken', 'option-token')],
  ['another version', line.replace('"v":1', '"v":2')],
  ['a field too many', line.replace('"v":1', '"v":1,"x":1')],
  ['a field too few', line.replace('"rules":2,', '')],
  ['another order', line.replace('"rules":2,"seconds":5', '"seconds":5,"rules":2')],
  ['a space', line.replace('"rules":2', '"rules": 2')],
  ['a rate of two decimals', line.replace('0.80000000', '0.80')],
  ['a fraction for a number', line.replace('"seconds":5', '"seconds":5.5')],
  ['an upper-case hash', line.replace(HASH, HASH.toUpperCase())],
  ['a time without milliseconds', line.replaceAll('.000Z', 'Z')],
  ['nothing', ''],
])('an entry with %s is refused', (_what, text) => {
  expect(parseEntry(text)).toBeUndefined();
});

test('an entry that has not its form is not written', () => {
  expect(() => entryLine('option-taken', AT, { ...placed, rate: '0.8' })).toThrow(RangeError);
  expect(() => entryLine('key', AT, { vkey: 'k'.repeat(16_384) })).toThrow(RangeError);
});

test.each([
  '{"a":1,"a":1}',
  '{"a":-0}',
  '{"a":-1}',
  '{"a":1.0}',
  '{"a":1e3}',
  '{"a":9007199254740992}',
  '{"a":"\\ud800"}',
  '{"\\ud800":1}',
  '{"a":"\\u0041"}',
  '{"b":1,"a":1}',
  '[1, 2]',
  'undefined',
])('%s is not canonical', (text) => {
  expect(parseCanonical(text)).toBeUndefined();
});

test('a commitment changes with each field and with its salt, and a salt is of one entry', () => {
  const opened = { direction: 'up', stake: '10.00000000', member: 7 } as const;
  const key = new Uint8Array(32).fill(1);
  const salt = saltOf(key, 'option-taken', 1000, 0);
  const commits = [
    commitOf(opened, salt),
    commitOf({ ...opened, direction: 'down' }, salt),
    commitOf({ ...opened, stake: '10.00000001' }, salt),
    commitOf({ ...opened, member: 8 }, salt),
    commitOf(opened, saltOf(key, 'option-taken', 1001, 0)),
    commitOf(opened, saltOf(key, 'option-taken', 1000, 1)),
    commitOf(opened, saltOf(key, 'option-settled', 1000, 0)),
  ];
  expect(new Set(commits).size).toBe(commits.length);
});

test('a direction is opened by a salt that does not open its stake', () => {
  const salt = saltOf(new Uint8Array(32), 'option-taken', 1, 0);
  expect(choiceSalt(salt)).not.toBe(salt);
  expect(choiceOf('up', choiceSalt(salt))).not.toBe(choiceOf('down', choiceSalt(salt)));
});
