import {
  checkpointText,
  cosignText,
  joinNote,
  leafHash,
  signText,
  type Sign,
  type VerifierKey,
} from '@plimsoll/proof/log';
import { expect, test } from 'vitest';
import { cosignedBy, lastCosignedMs } from './cosignatures.ts';

/** Signatures are checked by their first byte: how Ed25519 does it is tested elsewhere. */
const keyOf = (name: string, byte: number): { key: VerifierKey; sign: Sign } => ({
  key: { name, type: 'cosignature', publicKey: new Uint8Array(32).fill(byte) },
  sign: () => new Uint8Array(64).fill(byte),
});
const verify = (key: Uint8Array, _message: Uint8Array, signature: Uint8Array) => key[0] === signature[0];
const quay = keyOf('quay.example', 1);
const mole = keyOf('mole.example', 2);
const idle = keyOf('idle.example', 3);
const text = checkpointText({ origin: 'plimsoll.example/log', size: 1, root: leafHash(new Uint8Array()) });
const log = keyOf('plimsoll.example/log', 9);
const noteOf = (...lines: string[]) =>
  joinNote(text, [signText(text, { ...log.key, type: 'ed25519' }, log.sign), ...lines]);

test('each witness’s own cosignature counts, with its time; one that did not sign has none', () => {
  const note = noteOf(cosignText(text, quay.key, quay.sign, 100), cosignText(text, mole.key, mole.sign, 90));
  const found = cosignedBy(note, [quay.key, mole.key, idle.key], verify);
  expect(found).toEqual([
    { key: quay.key, isGood: true, atMs: 100_000 },
    { key: mole.key, isGood: true, atMs: 90_000 },
    { key: idle.key, isGood: true, atMs: undefined },
  ]);
  expect(lastCosignedMs(found)).toBe(100_000);
  expect(lastCosignedMs(cosignedBy(noteOf(), [quay.key], verify))).toBeUndefined();
});

test('a wrong cosignature is named, and spoils no other', () => {
  const note = noteOf(cosignText(text, quay.key, mole.sign, 100), cosignText(text, mole.key, mole.sign, 90));
  expect(cosignedBy(note, [quay.key, mole.key], verify)).toMatchObject([
    { isGood: false, atMs: undefined },
    { isGood: true, atMs: 90_000 },
  ]);
});

test('a time beyond all calendars is a wrong one', () => {
  const note = noteOf(cosignText(text, quay.key, quay.sign, 10 ** 12));
  expect(cosignedBy(note, [quay.key], verify)).toMatchObject([{ isGood: false, atMs: undefined }]);
});
