import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { askKey, keyOf } from './key.ts';
import { findVault, makeVault, openVault, type BackupKey, type Vault } from './vault.ts';

const PASSPHRASE = { passphrase: 'of this test and of nothing else' };
const PIECE = 64 * 1024;
let folder: string;
let vault: Vault;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-'));
  vault = await makeVault(folder, PASSPHRASE);
});
afterAll(() => rm(folder, { recursive: true }));

const bytesOf = (length: number): Buffer =>
  Buffer.from(Uint8Array.from({ length }, (_, at) => (at * 31 + (at >> 8)) & 255));
/** What comes out when bytes go through in parts of an odd size. */
async function through(bytes: Buffer, transforms: readonly Transform[]): Promise<Buffer> {
  const parts = Array.from({ length: Math.ceil(bytes.length / 7_001) }, (_, at) =>
    bytes.subarray(at * 7_001, (at + 1) * 7_001),
  );
  const out: Buffer[] = [];
  const taking = new Writable({
    write: (part: Buffer, _encoding, done) => {
      out.push(part);
      done();
    },
  });
  await pipeline([Readable.from(parts), ...transforms, taking]);
  return Buffer.concat(out);
}

test.each([0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE, 3 * PIECE + 5])(
  '%i bytes are what they were, streamed or in memory, and cannot be read meanwhile',
  async (length) => {
    const bytes = bytesOf(length);
    const streamed = await through(bytes, vault.sealing('tables/a'));
    const again = await findVault(folder, async () => PASSPHRASE);
    expect(again.isEncrypted).toBe(true);
    expect((await through(streamed, again.opening('tables/a'))).equals(bytes)).toBe(true);
    expect(again.open('tables/a', streamed).equals(bytes)).toBe(true);
    expect((await through(vault.seal('tables/a', bytes), again.opening('tables/a'))).equals(bytes)).toBe(true);
    expect(length > 16 && streamed.includes(bytes.subarray(0, 16))).toBe(false);
    expect(streamed.equals(await through(bytes, vault.sealing('tables/a')))).toBe(false);
  },
);

test.each<[string, (sealed: Buffer) => Buffer, string?]>([
  [
    'one bit is another',
    (sealed) => {
      const other = Buffer.from(sealed);
      other[PIECE] = (other[PIECE] ?? 0) ^ 1;
      return other;
    },
  ],
  ['the last byte is missing', (sealed) => sealed.subarray(0, -1)],
  ['it is cut off between two pieces', (sealed) => sealed.subarray(0, 36 + PIECE + 16)],
  [
    'two pieces changed places',
    (sealed) =>
      Buffer.concat([
        sealed.subarray(0, 36),
        sealed.subarray(36 + PIECE + 16, 36 + 2 * (PIECE + 16)),
        sealed.subarray(36, 36 + PIECE + 16),
        sealed.subarray(36 + 2 * (PIECE + 16)),
      ]),
  ],
  ['something was added', (sealed) => Buffer.concat([sealed, Buffer.from('more')])],
  ['its head is another', (sealed) => Buffer.concat([Buffer.from('PLB2'), sealed.subarray(4)])],
  ['nothing is left of it', () => Buffer.alloc(0)],
  ['it lies under another’s name', (sealed) => sealed, 'tables/b'],
])('a file is refused when %s', async (_what, spoil, name = 'tables/a') => {
  const spoiled = spoil(vault.seal('tables/a', bytesOf(3 * PIECE + 5)));
  expect(() => vault.open(name, spoiled)).toThrow('was changed or cut off');
  await expect(through(spoiled, vault.opening(name))).rejects.toThrow('was changed or cut off');
});

test('another passphrase, and a label that was changed, open nothing; what has no label is not encrypted', async () => {
  await expect(findVault(folder, async () => ({ passphrase: 'of somebody else entirely' }))).rejects.toThrow(
    'another passphrase or key file',
  );
  const elsewhere = await mkdtemp(join(tmpdir(), 'vault-'));
  onTestFinished(() => rm(elsewhere, { recursive: true }));
  const ask = async (): Promise<BackupKey> => {
    throw new Error('nobody is asked');
  };
  expect(await findVault(elsewhere, ask)).toBe(openVault);
  const label = await readFile(join(folder, 'encryption.json'), 'utf8');
  for (const text of [
    '',
    '{',
    'null',
    label.replace('"form":1', '"form":2'),
    label.replace('passphrase', 'nothing'),
    label.replace(/"salt":"../, '"salt":"'),
  ]) {
    await writeFile(join(elsewhere, 'encryption.json'), text);
    await expect(findVault(elsewhere, ask)).rejects.toThrow('encryption.json cannot be read');
  }
});

test('a key is a long passphrase or a file of enough bytes, one of both, and of the kind the backup wants', async () => {
  const path = join(folder, 'key');
  await writeFile(path, bytesOf(32));
  expect(await keyOf({})).toBeUndefined();
  expect(await keyOf({ BACKUP_PASSPHRASE: PASSPHRASE.passphrase })).toEqual(PASSPHRASE);
  expect(await keyOf({ BACKUP_KEY_FILE: path })).toEqual({ file: bytesOf(32) });
  await expect(keyOf({ BACKUP_PASSPHRASE: 'too short' })).rejects.toThrow('at least 12 characters');
  await expect(keyOf({ BACKUP_PASSPHRASE: PASSPHRASE.passphrase, BACKUP_KEY_FILE: path })).rejects.toThrow(
    'leave one out',
  );
  await expect(askKey('file', { BACKUP_PASSPHRASE: PASSPHRASE.passphrase })).rejects.toThrow('BACKUP_KEY_FILE');
  await expect(askKey('passphrase', { BACKUP_KEY_FILE: path })).rejects.toThrow('BACKUP_PASSPHRASE');
  await writeFile(path, bytesOf(31));
  await expect(keyOf({ BACKUP_KEY_FILE: path })).rejects.toThrow('at least 32 bytes');
});
