import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderStore } from './folder-store.ts';
import { StoreAway, type ObjectStore } from './object-store.ts';
import { withRoomLeft } from './room-left.ts';
import { s3Store, type S3Config } from './s3-store.ts';
import { sealedStore } from './sealed-store.ts';

let folder: string;
let s3: S3rver;
let bucket: S3Config;
const newName = () => randomBytes(16).toString('hex');
const BYTES = randomBytes(300_000);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'uploads-'));
  s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'uploads' }],
  });
  const { port } = await s3.run();
  bucket = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'uploads',
    accessKey: 'S3RVER',
    secretKey: 'S3RVER',
    region: 'us-east-1',
  };
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
});

/** Every file below a folder, by path. */
const filesIn = async (path: string): Promise<string[]> =>
  (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));

const STORES: Readonly<Record<string, () => ObjectStore>> = {
  'a folder': () => folderStore(join(folder, 'plain')),
  'an S3 bucket': () => s3Store(bucket),
  'a sealed folder': () => sealedStore(folderStore(join(folder, 'sealed')), 'a secret'),
  'a sealed S3 bucket': () => sealedStore(s3Store(bucket), 'a secret'),
};
const EACH = Object.entries(STORES);

test.each(EACH)('%s returns stored bytes unchanged until they are removed', async (_what, open) => {
  const store = open();
  const [first, second] = [newName(), newName()];
  await Promise.all([store.put(first, BYTES), store.put(second, Buffer.from('x'))]);
  expect((await open().get(first))?.equals(BYTES)).toBe(true);
  expect((await store.get(second))?.toString()).toBe('x');
  await store.remove(first);
  expect(await store.get(first)).toBeUndefined();
  expect((await store.get(second))?.toString()).toBe('x');
});

test.each(EACH)('%s has nothing under a name that was never put, and removing it does no harm', async (_what, open) => {
  expect(await open().get(newName())).toBeUndefined();
  await open().remove(newName());
});

test('a folder takes nothing that would leave less than a twentieth of its disk free, or a gigabyte of a large one', async () => {
  const own = join(folder, 'room');
  /** A store on a disk of so many blocks of 4 KiB. */
  const on = (blocks: number, bavail: number) =>
    withRoomLeft(folderStore(own), own, () => Promise.resolve({ blocks, bavail, bsize: 4096 }));
  const name = newName();
  const bytes = Buffer.alloc(10 * 4096);
  const full = 'the disk of uploads is nearly full';
  await expect(on(1000, 59).put(name, bytes)).rejects.toThrow(full);
  expect(await on(1000, 59).get(name)).toBeUndefined();
  await on(1000, 60).put(name, bytes);
  const gigabyte = 262_144;
  await expect(on(100 * gigabyte, gigabyte + 9).put(newName(), bytes)).rejects.toThrow(StoreAway);
  await on(100 * gigabyte, gigabyte + 10).put(newName(), bytes);
  // What is there is read, replaced and removed all the same.
  await on(1000, 0).replace(name, BYTES);
  expect((await on(1000, 0).get(name))?.equals(BYTES)).toBe(true);
  await on(1000, 0).remove(name);
  expect(await on(1000, 60).get(name)).toBeUndefined();
});

test('the first upload of a folder is taken, by the room of the disk on which the folder will be', async () => {
  const own = join(folder, 'not yet made');
  const name = newName();
  const store = withRoomLeft(folderStore(own), own);
  await store.put(name, BYTES);
  expect((await store.get(name))?.equals(BYTES)).toBe(true);
});

test('files can be read by the server’s own user alone, and nothing lies beside them', async () => {
  const own = join(folder, 'modes');
  const name = newName();
  await folderStore(own).put(name, BYTES);
  const path = join(own, name.slice(0, 2), name);
  expect(await filesIn(own)).toEqual([path]);
  expect(((await stat(path)).mode & 0o777).toString(8)).toBe('600');
  expect(((await stat(own)).mode & 0o777).toString(8)).toBe('700');
});

test('a file that does not fit leaves nothing behind', async () => {
  const own = join(folder, 'full');
  const store = JSON.stringify(new URL('folder-store.ts', import.meta.url).href);
  const program = `
    const { folderStore } = await import(${store});
    await folderStore(${JSON.stringify(own)}).put('${newName()}', Buffer.alloc(1_000_000)).then(() => console.log('kept'), (error) => console.log(error.constructor.name, error.cause.code));`;
  // No file may grow beyond 64 blocks: as on a full disk, the write fails in its middle.
  const { stdout } = spawnSync(
    'sh',
    ['-c', `trap '' XFSZ; ulimit -f 64; exec "$0" --input-type=module -e "$1"`, process.execPath, program],
    { encoding: 'utf8' },
  );
  expect(stdout).toBe('StoreAway EFBIG\n');
  expect(await filesIn(own)).toEqual([]);
});

test('an unusable folder is unavailable, not empty', async () => {
  const path = join(folder, 'a-file');
  await writeFile(path, '');
  const store = folderStore(path);
  await expect(store.put(newName(), BYTES)).rejects.toThrow(StoreAway);
  await expect(store.get(newName())).rejects.toThrow(StoreAway);
});

test('an unusable bucket is unavailable, not empty: wrong key, no such bucket, no server', async () => {
  const nobody = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => {
    nobody.once('listening', resolve);
  });
  const { port } = nobody.address() as AddressInfo;
  await new Promise((resolve) => {
    nobody.close(resolve);
  });
  for (const wrong of [
    { secretKey: 'wrong' },
    { accessKey: 'wrong' },
    { bucket: 'elsewhere' },
    { endpoint: `http://127.0.0.1:${port}` },
  ]) {
    const store = s3Store({ ...bucket, ...wrong });
    await expect(store.put(newName(), BYTES)).rejects.toThrow(StoreAway);
    await expect(store.get(newName())).rejects.toThrow(StoreAway);
  }
});

test('sealed bytes cannot be read after a change, under another name or with another secret', async () => {
  const own = join(folder, 'closed');
  const [name, other] = [newName(), newName()];
  const store = sealedStore(folderStore(own), 'a secret');
  const plaintext = Buffer.from('Lea Hansen, born in Hamburg. '.repeat(100));
  await store.put(name, plaintext);
  await store.put(other, plaintext);
  const path = join(own, name.slice(0, 2), name);
  const kept = await readFile(path);
  expect([kept.includes('Hansen'), kept.equals(await readFile(join(own, other.slice(0, 2), other)))]).toEqual([
    false,
    false,
  ]);
  await expect(sealedStore(folderStore(own), 'another').get(name)).rejects.toThrow(StoreAway);
  for (const place of [0, 1, 13, 29, kept.length - 1]) {
    const changed = Buffer.from(kept);
    changed[place] = (changed[place] ?? 0) ^ 1;
    await writeFile(path, changed);
    await expect(store.get(name)).rejects.toThrow(StoreAway);
  }
  await writeFile(path, kept.subarray(0, 20));
  await expect(store.get(name)).rejects.toThrow(StoreAway);
  await writeFile(path, await readFile(join(own, other.slice(0, 2), other)));
  await expect(store.get(name)).rejects.toThrow(StoreAway);
  await writeFile(path, kept);
  expect((await store.get(name))?.equals(plaintext)).toBe(true);
});
