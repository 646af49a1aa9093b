import { createPublicKey, verify as verifyWith } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { amount } from '@plimsoll/money';
import {
  formatVerifierKey,
  openNote,
  parseCheckpoint,
  parseEntry,
  parseVerifierKey,
  type VerifierKey,
  type VerifySignature,
} from '@plimsoll/proof/log';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { move, plainPosting } from '../../ledger/index.ts';
import { DatabaseLease } from '../../platform/lease.ts';
import { openDb } from '../../platform/db.ts';
import { folderStore } from '../../platform/uploads/index.ts';
import { seedOf } from '../../testing/log-process.ts';
import { openLogWorld, type LogWorld } from '../../testing/log-world.ts';
import { failingLog } from '../../testing/world-parts.ts';

// Nobody can write two logs: not two processes, not an older database, not who changes a row.

let world: LogWorld;
let moved = 0;
beforeAll(async () => {
  world = await openLogWorld();
  await post();
  await world.follow();
});
afterEach(() => world.audit());
afterAll(() => world.close());

/** Posts a journal, which is an entry. */
async function post(): Promise<void> {
  await world.writer.submit(plainPosting, [
    {
      cause: { kind: 'house-funding', id: `fork.${(moved += 1)}` },
      actor: { kind: 'clock' },
      lines: [move({ house: 'outside', coinId: '1' }, { house: 'options', coinId: '1' }, amount('1'))],
    },
  ]);
}

const run = (text: string, values: readonly unknown[] = []) =>
  world.owner.run<Record<string, unknown>>({ name: '', text }, values);
const append = (size: number, line = '{"at":"x","t":"journal","v":1}') =>
  ['select * from log_append($1, $2, now(), 0, 0, 0, 0, 0, 0, $3, $3, $4, $4, $3)', [size, [line], [], []]] as const;

const SPKI_KEY = Buffer.from('302a300506032b6570032100', 'hex');
const verify: VerifySignature = (key, message, signature) =>
  verifyWith(
    null,
    message,
    createPublicKey({ key: Buffer.concat([SPKI_KEY, key]), format: 'der', type: 'spki' }),
    signature,
  );
const vkeys = async (): Promise<VerifierKey[]> => {
  world.clock.advance(1_000);
  const text = await (await fetch(`${world.url}/log/vkey`)).text();
  return text
    .trim()
    .split('\n')
    .flatMap((line) => parseVerifierKey(line) ?? []);
};
/** The keys that signed the checkpoint of a folder, of all that the log lists. */
async function signersOf(folder: string): Promise<string[]> {
  const note = (await folderStore(folder).get('checkpoint'))?.toString() ?? '';
  return (openNote(note, await vkeys(), verify)?.signatures ?? []).map(({ key }) => formatVerifierKey(key));
}

test('the database appends behind its last entry alone', async () => {
  const { length } = await world.lines();
  for (const size of [0, length - 1, length + 1])
    await expect(run(...append(size))).rejects.toThrow('the log was continued meanwhile');
  await expect(run(...append(length))).rejects.toThrow('the log is not read back');
  expect(await world.lines()).toHaveLength(length);
});

test.each([
  'no JSON',
  '{"at":"x","t":"journal","v":2}',
  '{"t":"journal",\n"v":1}',
  `{"t":"${'x'.repeat(17_000)}","v":1}`,
])('the database refuses what is no entry: %.20s', async (line) => {
  const [text, [size, , ids, times]] = append((await world.lines()).length);
  const head = await run('select * from log_head');
  const values = [size, [line], head[0]?.['journal_id'], ids, times];
  const at = `select * from log_append($1, $2, now(), $3, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, $4, $4, $5, $5, $4)`;
  expect(text).toContain('log_append');
  await expect(run(at, values)).rejects.toThrow('not an entry of the log');
});

test.each([
  `update log_batch set lines[1] = '{}'`,
  'delete from log_batch',
  'truncate log_batch',
  `update log_batch set root = sha256('x')`,
  'delete from log_head',
  `update log_head set origin = 'other.example/log'`,
  'delete from log_key',
  'update log_secret set key = sha256(key)',
  'update market_version set version = version + 1',
])('the database refuses, from its owner too: %s', async (text) => {
  await expect(run(text)).rejects.toThrow('what is in the public log never changes');
});

test('the server’s role can write nothing of the log but by its functions', async () => {
  for (const text of [
    'update log_head set size = 0',
    `insert into log_batch values (1000, 1001, '{x}', sha256('x'), 0, now())`,
    `update log_batch set root = sha256('x')`,
    'delete from log_lineless',
    `insert into log_key values (9, repeat('k', 60), now())`,
    'delete from log_secret',
  ])
    await expect(world.db.run({ name: '', text })).rejects.toThrow('permission denied');
});

test('what was changed all the same is found by the audit', async () => {
  await run('alter table log_batch disable trigger all');
  await run(`update log_batch set lines[1] = replace(lines[1], '"v":1', '"v":1 ') where first_index = 0`);
  await expect(world.audit()).rejects.toThrow('entries from 0 do not lead to their root');
  await run(`update log_batch set lines[1] = replace(lines[1], '"v":1 ', '"v":1') where first_index = 0`);
  await run('update log_head set size = size + 1');
  await expect(world.audit()).rejects.toThrow('the head, at');
  await run('update log_head set size = size - 1');
  await run('alter table log_batch enable trigger all');
});

test('two processes never both append: the one without the lease does nothing', async () => {
  const connections = [openDb(world.options.url, { connections: 1 }), openDb(world.options.url, { connections: 1 })];
  const leases = connections.map((db) => new DatabaseLease({ name: 'log', db, clock: world.clock, log: failingLog }));
  const [first, second] = await Promise.all(leases.map((lease) => world.process({ lease })));
  if (!first || !second) throw new Error('two processes');
  await leases[0]?.take();
  await leases[1]?.take();
  await post();
  const before = (await world.lines()).length;
  await second.worker.catchUp();
  expect(await world.lines()).toHaveLength(before);
  await first.worker.catchUp();
  const after = (await world.lines()).length;
  expect(after).toBeGreaterThan(before);
  await leases[0]?.release();
  await leases[1]?.take();
  await post();
  await second.worker.catchUp();
  expect((await world.lines()).length).toBeGreaterThan(after);
  for (const each of connections) await each.close();
});

test('two processes that both believe to hold the lease write one log', async () => {
  const folders = await Promise.all([1, 2].map(() => mkdtemp(join(world.folder, 'both-'))));
  const both = await Promise.all(folders.map((folder) => world.process({ store: folderStore(folder) })));
  for (let turn = 0; turn < 5; turn += 1) {
    await post();
    await Promise.allSettled(both.map(({ worker }) => worker.catchUp()));
  }
  await world.follow();
  const journals = (await world.lines()).filter((line) => parseEntry(line)?.t === 'journal');
  expect(new Set(journals).size).toBe(journals.length);
});

test.each([
  ['is beyond the database', (size: number) => size + 1, 'entries are published, the database has'],
  ['has another root', (size: number) => size, 'is not of this database’s log'],
])('a published checkpoint that %s stops the log, and only it', async (_what, sizeOf, message) => {
  await world.follow();
  const folder = await mkdtemp(join(world.folder, 'older-'));
  const size = sizeOf((await world.lines()).length);
  const root = Buffer.alloc(32, 5).toString('base64');
  const note = `plimsoll.example/log\n${size}\n${root}\n\n— plimsoll.example/log AAAAAAAA\n`;
  await folderStore(folder).put('checkpoint', Buffer.from(note));
  const logged: string[] = [];
  const older = await world.process({
    store: folderStore(folder),
    log: { error: (details, text) => logged.push(`${text}: ${'err' in details ? String(details.err) : ''}`) },
  });
  await post();
  const before = await world.lines();
  await older.worker.start();
  world.clock.advance(0);
  await expect.poll(() => logged.length).toBeGreaterThan(0);
  await older.worker.stop();
  expect(logged[0]).toContain('public log is not continued');
  expect(logged[0]?.replace(/'/g, '’')).toContain(message);
  expect(await world.lines()).toEqual(before);
  expect((await folderStore(folder).get('checkpoint'))?.toString()).toBe(note);
});

test('another PUBLIC_URL than the log’s is refused at the start, in a sentence that says what to do', async () => {
  await expect(world.process({ publicUrl: 'https://other.example' })).rejects.toThrow(
    /^PUBLIC_URL makes the public log other\.example\/log, but this database has plimsoll\.example\/log.*docs\/OPERATING\.md/,
  );
});

test('a rotated key is in the log before it signs, both sign for a day, and the old key stays listed', async () => {
  const folder = await mkdtemp(join(world.folder, 'rotated-'));
  await world.follow();
  const [old] = await vkeys();
  const rotated = await world.process({ keys: [seedOf(2), seedOf(1)], store: folderStore(folder) });
  await rotated.worker.catchUp();
  const [present, before] = await vkeys();
  expect(before).toEqual(old);
  const names = [present, before].flatMap((key) => (key ? [formatVerifierKey(key)] : []));
  expect(await signersOf(folder)).toEqual(names);
  const entry = (await world.lines()).findIndex((line) => line.includes(names[0] ?? '-'));
  const note = (await folderStore(folder).get('checkpoint'))?.toString() ?? '';
  expect(entry).toBeGreaterThan(0);
  expect(parseCheckpoint(note)?.size).toBeGreaterThan(entry);

  world.clock.advance(24 * 60 * 60 * 1000);
  await post();
  await rotated.worker.catchUp();
  expect(await signersOf(folder)).toEqual(names.slice(0, 1));
  expect(await vkeys()).toHaveLength(2);
});
