import { expect, test, vi } from 'vitest';
import { isWithoutEd25519, withSignatures } from './signatures.ts';

const text = new TextEncoder().encode('plimsoll.example/log\n');
const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
if (!('privateKey' in pair)) throw new Error('no pair of keys');
const key = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', pair.privateKey, text));
const found = (...asked: [Uint8Array, Uint8Array, Uint8Array]) => withSignatures((verify) => verify(...asked));

test('a signature is good of the text that was signed alone', async () => {
  expect(await found(key, text, signature)).toBe(true);
  expect(await found(key, text.subarray(1), signature)).toBe(false);
});

test('a malformed key or signature is a wrong one, and no lack of the browser’s', async () => {
  expect(await found(key.subarray(1), text, signature)).toBe(false);
  expect(await found(key, text, signature.subarray(1))).toBe(false);
});

test('what a check asks for one after the other is verified together, and a wrong one still ends it', async () => {
  const runs: boolean[][] = [];
  const both = (second: Uint8Array) =>
    withSignatures((verify) => {
      const held = [verify(key, text, signature)];
      if (held[0]) held.push(verify(key, second, signature));
      runs.push(held);
      return held.every(Boolean);
    });
  expect(await both(text)).toBe(true);
  expect(await both(text.subarray(1))).toBe(false);
  expect(runs).toEqual([
    [true, true],
    [true, true],
    [true, true],
    [true, false],
  ]);
});

test.each([
  ['no Ed25519', { subtle: { importKey: () => Promise.reject(new DOMException('Ed25519', 'NotSupportedError')) } }],
  ['no Web Crypto', {}],
])('a browser with %s says so', async (_what, lacking) => {
  vi.stubGlobal('crypto', lacking);
  const error: unknown = await found(key, text, signature).catch((reason: unknown) => reason);
  vi.unstubAllGlobals();
  expect(isWithoutEd25519(error)).toBe(true);
  expect(isWithoutEd25519(new DOMException('a key', 'DataError'))).toBe(false);
});
