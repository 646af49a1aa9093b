import { expect, test } from 'vitest';
import { checkpointText, originOf, parseCheckpoint } from './checkpoint.ts';
import { sha } from './bytes.ts';
import { cosignText, formatVerifierKey, joinNote, openNote, parseVerifierKey, signText } from './note.ts';
import { testKey, verifySignature } from './testing.ts';

const log = testKey('plimsoll.example/log');
const witness = testKey('witness.example', 'cosignature');
const text = checkpointText({ origin: log.key.name, size: 7, root: sha('root') });
const signed = joinNote(text, [
  signText(text, log.key, log.sign),
  cosignText(text, witness.key, witness.sign, 1_795_000_000),
]);

test('the note that Go’s own documentation signs is good', () => {
  const key = parseVerifierKey('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW');
  const note =
    'If you think cryptography is the answer to your problem,\nthen you don’t know what your problem is.\n'.replace(
      '’',
      "'",
    ) +
    '\n\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';
  expect(key && openNote(note, [key], verifySignature)?.signatures).toEqual([{ key }]);
  expect(key && openNote(note.replace('problem', 'puzzle'), [key], verifySignature)).toBeUndefined();
});

test('a note is opened with the signatures of the keys that are known', () => {
  expect(openNote(signed, [log.key, witness.key], verifySignature)).toEqual({
    text,
    signatures: [{ key: log.key }, { key: witness.key, atSeconds: 1_795_000_000 }],
  });
  expect(openNote(signed, [testKey('other').key], verifySignature)).toEqual({ text, signatures: [] });
});

test.each([
  ['another text', signed.replace('\n7\n', '\n8\n')],
  ['no empty line', signed.replace('\n\n', '\n')],
  ['no newline at the end', signed.slice(0, -1)],
  ['a tab', signed.replace('7', '7\t')],
  ['a line that is no signature', `${signed}x\n`],
])('a note with %s is refused', (_what, note) => {
  expect(openNote(note, [log.key, witness.key], verifySignature)).toBeUndefined();
});

test('a verifier key is read from its line, and a line whose id is another key’s is refused', () => {
  for (const { key } of [log, witness]) {
    const line = formatVerifierKey(key);
    expect(parseVerifierKey(line)).toEqual(key);
    expect(parseVerifierKey(line.replace(key.name, 'other'))).toBeUndefined();
    expect(parseVerifierKey(`${line}A`)).toBeUndefined();
  }
  expect(parseVerifierKey('')).toBeUndefined();
});

test('a checkpoint is read as it was written, and a size with a zero in front is none', () => {
  expect(parseCheckpoint(text)).toEqual({ origin: log.key.name, size: 7, root: sha('root') });
  expect(parseCheckpoint(`${text}extension\n`)?.size).toBe(7);
  for (const bad of ['07', '-1', '7.0', '', '99999999999999999'])
    expect(parseCheckpoint(text.replace('\n7\n', `\n${bad}\n`))).toBeUndefined();
  expect(parseCheckpoint(text.replace('=', ''))).toBeUndefined();
});

test('the origin is the host of the public address, with its port where that is not the scheme’s own', () => {
  expect(originOf('https://Plimsoll.example/')).toBe('plimsoll.example/log');
  expect(originOf('https://plimsoll.example:443')).toBe('plimsoll.example/log');
  expect(originOf('http://127.0.0.1:8080')).toBe('127.0.0.1:8080/log');
});
