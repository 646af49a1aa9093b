import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { amount } from '@plimsoll/money';
import { decodeBundle, parseCheckpoint } from '@plimsoll/proof/log';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { move, plainPosting } from '../../ledger/index.ts';
import { folderStore } from '../../platform/uploads/index.ts';
import { openLogWorld, type LogWorld } from '../../testing/log-world.ts';

// The files of the log: made of the database, served from the store.

let world: LogWorld;
let member: string;
let moved = 0;
beforeAll(async () => {
  world = await openLogWorld();
  member = await world.options.staker('1000');
  await world.follow();
});
afterEach(() => world.audit());
afterAll(() => world.close());

/** Posts so many journals, each an entry. */
async function post(count: number): Promise<void> {
  await world.writer.submit(
    plainPosting,
    Array.from({ length: count }, () => ({
      cause: { kind: 'demo-funding' as const, id: `moved.${(moved += 1)}` },
      actor: { kind: 'clock' as const },
      lines: [move({ house: 'outside', coinId: '1' }, { memberId: member, type: 1, coinId: '1' }, amount('0.01'))],
    })),
  );
}

async function sizeServed(): Promise<number> {
  world.clock.advance(1_000);
  return parseCheckpoint(await (await fetch(`${world.url}/log/checkpoint`)).text())?.size ?? -1;
}

/** Every file of a folder by its path, with its bytes as text. */
async function filesIn(folder: string): Promise<Map<string, string>> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = all.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  return new Map(
    await Promise.all(
      paths.map(async (path): Promise<[string, string]> => [
        relative(folder, path),
        (await readFile(path)).toString('hex'),
      ]),
    ),
  );
}
const withoutPartial = (files: ReadonlyMap<string, string>) =>
  [...files].filter(([path]) => !path.includes('.p/')).toSorted(([a], [b]) => (a < b ? -1 : 1));
const status = async (path: string): Promise<number> => (await fetch(`${world.url}/log/${path}`)).status;

test('entries are in the order of the ledger’s commits, all of them, where a turn cannot take them at once', async () => {
  await post(700);
  await world.follow();
  const journals = await world.db.run<{ id: string }>({
    name: 'test.journals',
    text: `select id from ledger_journal where cause_kind = 'demo-funding' order by id`,
  });
  const lines = await world.lines();
  const places: number[] = [];
  for (const { id } of [journals[0], journals[249], journals[250], journals[600], journals.at(-1)].flatMap(
    (each) => each ?? [],
  )) {
    const [receipt] = await world.receipts(member, 'journal', id);
    expect(lines[receipt?.index ?? -1]).toBe(receipt?.entry);
    places.push(receipt?.index ?? -1);
  }
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(lines.filter((line) => line.includes('"t":"journal"')).length).toBeGreaterThanOrEqual(journals.length);
});

test('the checkpoint is of all entries, and is served with what may be kept of it', async () => {
  await post(3);
  await world.follow();
  expect(await sizeServed()).toBe((await world.lines()).length);
  const { headers } = await fetch(`${world.url}/log/checkpoint`);
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(headers.get('cache-control')).toBe('public, max-age=1');
  expect(headers.get('access-control-allow-origin')).toBe('*');
});

test('full tiles and bundles are served for ever, bundles compressed where asked for', async () => {
  const tile = await fetch(`${world.url}/log/tile/0/000`);
  expect(tile.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(tile.headers.get('content-type')).toBe('application/octet-stream');
  expect((await tile.arrayBuffer()).byteLength).toBe(256 * 32);
  const { rawPayload, headers } = await world.http.app.inject({
    url: '/log/tile/entries/000',
    headers: { 'accept-encoding': 'gzip' },
  });
  expect(headers['content-encoding']).toBe('gzip');
  const bundle = decodeBundle(gunzipSync(rawPayload))?.map((entry) => Buffer.from(entry).toString());
  expect(bundle).toEqual((await world.lines()).slice(0, 256));
});

test('a partial tile is there for sizes that had a checkpoint, until the full one stands', async () => {
  await post(1);
  await world.follow();
  const size = await sizeServed();
  const index = String(Math.floor(size / 256)).padStart(3, '0');
  const width = size % 256;
  const paths = [`tile/0/${index}.p/${width}`, `tile/entries/${index}.p/${width}`];
  for (const path of paths) expect(await status(path)).toBe(200);
  await post(1);
  await world.follow();
  expect(await sizeServed()).toBe(size + 1);
  for (const path of paths) expect(await status(path)).toBe(200);
  await post(257);
  await world.follow();
  await sizeServed();
  for (const path of paths) expect(await status(path)).toBe(404);
  expect(await status(`tile/0/${index}`)).toBe(200);
});

test('who has a checkpoint finds its tiles while the next one is published', async () => {
  const files = folderStore(join(world.folder, 'log'));
  const found: boolean[] = [];
  let look = (): Promise<void> => Promise.resolve();
  const other = await world.process({
    store: {
      ...files,
      async put(...file) {
        await files.put(...file);
        await look();
      },
      async remove(path) {
        await files.remove(path);
        await look();
      },
    },
  });
  await post(1);
  await other.worker.catchUp();
  const size = await sizeServed();
  const full = `tile/entries/${String(Math.floor(size / 256)).padStart(3, '0')}`;
  look = async () => {
    found.push((await status(`${full}.p/${size % 256}`)) === 200 || (await status(full)) === 200);
  };
  await post(257);
  await other.worker.catchUp();
  expect(found.length).toBeGreaterThan(3);
  expect(found).not.toContain(false);
  expect(await status(`${full}.p/${size % 256}`)).toBe(404);
});

test.each([
  'tile/0/0',
  'tile/0/0000',
  'tile/0/x000/000',
  'tile/00/000',
  'tile/0/000.p/256',
  'tile/0/000.p/0',
  'tile/0/000.p/7',
  'tile/0/%30%30%30',
  'tile/0/999',
  'tile/1/000',
  'tile/7/000',
  'tile/entries/999',
  'tile/0/000/',
  'checkpoint/',
  'Checkpoint',
  '',
  'tile/0/../0/000x',
])('%j is no file of the log', async (path) => {
  const { statusCode, headers } = await world.http.app.inject(`/log/${path}`);
  expect(statusCode).toBe(404);
  expect(headers['access-control-allow-origin']).toBe('*');
});

test('files that are lost are made again from the database, byte for byte', async () => {
  await post(20);
  await world.follow();
  const away = await mkdtemp(join(world.folder, 'again-'));
  const again = await world.process({ store: folderStore(away) });
  await again.worker.catchUp();
  // What another process appended is published by both.
  await world.follow();
  const before = await filesIn(join(world.folder, 'log'));
  const made = await filesIn(away);
  expect(withoutPartial(made)).toEqual(withoutPartial(before));
  expect(made.size).toBeGreaterThan(withoutPartial(made).length);
  for (const [path, bytes] of made) expect(before.get(path)).toBe(bytes);
});

test('a crash between the commit and the files is made whole by the next start', async () => {
  const away = await mkdtemp(join(world.folder, 'crash-'));
  await cp(join(world.folder, 'log'), away, { recursive: true });
  // A process that commits entries and dies before it writes one file.
  const dying = await world.process({
    store: { ...folderStore(away), put: () => Promise.reject(new Error('killed')) },
  });
  await post(300);
  await expect(dying.worker.catchUp()).rejects.toThrow('killed');
  const next = await world.process({ store: folderStore(away) });
  await next.worker.catchUp();
  await world.follow();
  expect(withoutPartial(await filesIn(away))).toEqual(withoutPartial(await filesIn(join(world.folder, 'log'))));
});

test('a lost edge is made again too, without a smaller checkpoint in between', async () => {
  await post(5);
  await world.follow();
  const folder = await mkdtemp(join(world.folder, 'edge-'));
  await cp(join(world.folder, 'log'), folder, { recursive: true });
  await rm(join(folder, 'ti'), { recursive: true });
  const puts: string[] = [];
  const store = folderStore(folder);
  const again = await world.process({
    store: {
      ...store,
      put: (name, bytes) => {
        puts.push(name);
        return store.put(name, bytes);
      },
    },
  });
  await post(1);
  await again.worker.catchUp();
  expect(puts.filter((name) => name === 'checkpoint')).toHaveLength(1);
  await world.follow();
  expect(withoutPartial(await filesIn(folder))).toEqual(withoutPartial(await filesIn(join(world.folder, 'log'))));
});
