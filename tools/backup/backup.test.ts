import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import { connected, type Client } from '../../apps/server/src/platform/connection.ts';
import { startPostgres } from '../../apps/server/src/platform/postgres/index.ts';
import { ask, obtain, PASSWORD, registerFunded } from '../../apps/server/src/testing/api-client.ts';
import { startChildServer } from '../../apps/server/src/testing/child-server.ts';
import { COMPILED_ENV } from '../../apps/server/src/testing/compiled.ts';
import { withDatabase } from '../../apps/server/src/testing/template.ts';
import { folderStore } from '../../apps/server/src/platform/uploads/index.ts';
import { readManifest } from './manifest.ts';
import { checkBackup, requireEmpty } from './put-back.ts';
import { takeBackup } from './take.ts';

// Backup and restore by the commands, of a server in use.

const TIMEOUT = 240_000;
const SECRET = 'of these tests and of nothing else';
/** One point. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const MEMBER = 'keeper@quay.example';
const folder = mkdtempSync(join(tmpdir(), 'plimsoll-backup-'));
const [source, target, backup] = [join(folder, 'source'), join(folder, 'target'), join(folder, 'backup')];
afterAll(() => rmSync(folder, { recursive: true, force: true }), TIMEOUT);

interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command of `tools` with these variables. */
async function run(
  tool: 'backup' | 'restore',
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ran> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(`../${tool}.ts`, import.meta.url)), ...args], {
    env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], ...COMPILED_ENV, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ]);
  return { status, out, err };
}

/** Transfers that the server acknowledged: before the backup began, and in all. */
const moved = { before: 0, all: 0 };

const uploadsIn = (dir: string): Map<string, string> =>
  new Map(
    readdirSync(join(dir, 'uploads'), { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map((each) => [each.name, readFileSync(join(each.parentPath, each.name), 'hex')]),
  );

test(
  'a server is backed up while it is being used, and says that SECRET is not in it',
  { timeout: TIMEOUT },
  async () => {
    const server = await startChildServer({ dataDir: source, env: { SECRET, FEED_SEED: 'backup' } });
    const token = await registerFunded(server.url, MEMBER);
    const form = new FormData();
    form.set('file', new Blob([PICTURE], { type: 'image/png' }), 'proof.png');
    const sent = await fetch(`${server.url}/api/api/common/upload`, {
      method: 'POST',
      headers: { Token: token },
      body: form,
    });
    expect(await sent.json()).toMatchObject({ code: 1 });
    const life = { over: false };
    const moving = async (): Promise<void> => {
      while (!life.over) {
        const { code } = await ask(
          server.url,
          'transfer',
          { c_id: '1', num: '1', from_type: '1', to_type: '2' },
          { token },
        );
        if (code === 1) moved.all += 1;
      }
    };
    const movers = Promise.all([moving(), moving()]);
    await vi.waitFor(() => expect(moved.all).toBeGreaterThan(10), { timeout: 30_000 });
    moved.before = moved.all;
    const took = await run('backup', [backup], { DATA_DIR: source, SECRET });
    life.over = true;
    await movers;
    expect(took).toMatchObject({
      status: 0,
      err: '',
      out: expect.stringContaining('SECRET is not in the backup') as string,
    });
    expect(took.out).toContain('1 uploads in');
    await server.stop();
  },
);

test(
  'a backup of a server in use is what it was at one moment, elsewhere too: the audit is clean, all ends and balances agree, members go on',
  { timeout: TIMEOUT },
  async () => {
    expect(await run('restore', [backup], { DATA_DIR: target, SECRET })).toMatchObject({
      status: 0,
      err: '',
      out: expect.stringMatching(/audit clean: \d+ checks\n$/) as string,
    });
    const { facts, tables } = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')) as {
      facts: {
        journal: { hash: string; journals: string };
        coins: { coin: string; members: string; difference: string }[];
      };
      tables: { table: string; rows: number }[];
    };
    const postgres = await startPostgres({ dir: target, mustExist: true });
    const [end, usdt, transfers] = await connected(postgres.url, async (client) => [
      (await client.query(`select encode(hash, 'hex') as hash, journal_id as journals from ledger_head`))
        .rows[0] as unknown,
      (
        await client.query(
          `select sum(available + frozen)::text as members from ledger_account where member_id is not null and coin_id = 1`,
        )
      ).rows[0] as { members: string },
      Number(
        (await client.query(`select count(*) as made from ledger_journal where cause_kind = 'account-transfer'`))
          .rows[0].made,
      ),
    ]);
    await postgres.stop();
    expect(end).toEqual({ hash: facts.journal.hash, journals: facts.journal.journals });
    const coin = facts.coins.find(({ coin: title }) => title === 'USDT');
    expect([Number(usdt.members), Number(coin?.difference)]).toEqual([Number(coin?.members), 0]);
    expect(tables.find(({ table }) => table === 'ledger_journal')?.rows).toBe(Number(facts.journal.journals));
    // It contains what was acknowledged before it began, and nothing requested after it ended.
    expect(transfers).toBeGreaterThanOrEqual(moved.before);
    expect(transfers).toBeLessThanOrEqual(moved.all);
    expect(uploadsIn(target)).toEqual(uploadsIn(source));

    const server = await startChildServer({ dataDir: target, env: { SECRET, FEED_SEED: 'backup' } });
    try {
      const { userinfo } = await obtain(server.url, 'login', { username: MEMBER, password: PASSWORD });
      await obtain(
        server.url,
        'transfer',
        { c_id: '1', num: '1', from_type: '2', to_type: '1' },
        { token: userinfo.token },
      );
    } finally {
      await server.stop();
    }
  },
);

test(
  'a backup of the embedded database fits a PostgreSQL of one’s own, and is put into an empty one alone',
  { timeout: TIMEOUT },
  async () => {
    const postgres = await startPostgres({ dir: join(folder, 'own') });
    try {
      await connected(postgres.url, (client) => client.query('create database own template template0'));
      const [url, appUrl] = [postgres.url, postgres.appUrl].map((each) => withDatabase(each, 'own'));
      const env = {
        DATABASE_URL: appUrl ?? '',
        MIGRATE_DATABASE_URL: url ?? '',
        DATA_DIR: join(folder, 'own-data'),
        SECRET,
      };
      expect(await run('restore', [backup], env)).toMatchObject({ status: 0, err: '' });
      expect(uploadsIn(env.DATA_DIR)).toEqual(uploadsIn(source));
      await expect(requireEmpty(env.MIGRATE_DATABASE_URL)).rejects.toThrow('The database is not empty');
      // A backup of the restored server equals the first, but for the audit that the restore ends with.
      const again = join(folder, 'again');
      expect(await run('backup', [again], env)).toMatchObject({ status: 0, err: '' });
      expect(contents(again)).toEqual(contents(backup));
      const { MIGRATE_DATABASE_URL: _, ...ownerless } = env;
      expect(await run('backup', [join(folder, 'ownerless')], ownerless)).toMatchObject({
        status: 1,
        err: expect.stringContaining('set MIGRATE_DATABASE_URL') as string,
      });
    } finally {
      await postgres.stop();
    }
  },
);

test(
  'an encrypted backup says nothing to who has not its passphrase, and is all there for who has',
  { timeout: TIMEOUT },
  async () => {
    const sealed = join(folder, 'sealed');
    const words = { BACKUP_PASSPHRASE: 'words of this test alone' };
    const house = { DATA_DIR: target, SECRET };
    expect(
      await run('backup', [join(folder, 'live')], {
        ...house,
        MODE: 'live',
        FEED: 'htx',
        LOG_KEY: Buffer.alloc(32, 1).toString('base64'),
      }),
    ).toMatchObject({
      status: 1,
      err: expect.stringContaining('A live deployment is backed up encrypted') as string,
    });
    expect(await run('backup', [sealed, '--with-secret'], { ...house, ...words })).toMatchObject({
      status: 0,
      err: '',
      out: expect.stringContaining('Encrypted with the passphrase') as string,
    });
    const files = readdirSync(sealed, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    expect(files.length).toBeGreaterThan(10);
    const readable = files.filter(
      ({ name, parentPath }) => readFileSync(join(parentPath, name)).subarray(0, 4).toString() !== 'PLB1',
    );
    expect(readable.map(({ name }) => name).sort()).toEqual(['encryption.json', 'manifest.seal']);
    const elsewhere = { DATA_DIR: join(folder, 'unsealed') };
    expect(await run('restore', [sealed], elsewhere)).toMatchObject({
      status: 1,
      err: expect.stringContaining('set BACKUP_PASSPHRASE') as string,
    });
    expect(await run('restore', [sealed], { ...elsewhere, BACKUP_PASSPHRASE: 'words of another test' })).toMatchObject({
      status: 1,
      err: expect.stringContaining('another passphrase') as string,
    });
    expect(await run('restore', [sealed], { ...elsewhere, ...words })).toMatchObject({
      status: 0,
      err: '',
      out: expect.stringMatching(/audit clean: \d+ checks\n$/) as string,
    });
    expect(uploadsIn(elsewhere.DATA_DIR)).toEqual(uploadsIn(target));
    expect(readFileSync(join(elsewhere.DATA_DIR, 'secret'), 'utf8')).toBe(`${SECRET}\n`);
  },
);

test(
  'webhooks are off in what was put back, and its messages have numbers that no message had before',
  { timeout: TIMEOUT },
  async () => {
    const [hooked, elsewhere] = [join(folder, 'hooked'), join(folder, 'unhooked')];
    const writeMessages = (client: Client) =>
      client.query<{ id: string }>(
        `insert into webhook_message (endpoint_id, type, member_id, body) select 1001, 'member.registered', 0, n::text from generate_series(1, 3) n returning id`,
      );
    const before = await startPostgres({ dir: target, mustExist: true });
    await connected(before.url, async (client) => {
      await client.query(
        `insert into webhook_endpoint (name, url, events, enabled, created_at) values ('Ledger', 'https://books.example/', array['member.registered'], true, now())`,
      );
      await writeMessages(client);
    });
    await before.stop();
    expect(await run('backup', [hooked], { DATA_DIR: target, SECRET })).toMatchObject({ status: 0, err: '' });
    // What the server wrote after the backup was delivered too.
    const later = await startPostgres({ dir: target, mustExist: true });
    const { rows: known } = await connected(later.url, writeMessages);
    await later.stop();
    expect(await run('restore', [hooked], { DATA_DIR: elsewhere, SECRET })).toMatchObject({
      status: 0,
      err: '',
      out: expect.stringContaining('webhooks are off, so that a drill notifies nobody: Ledger') as string,
    });
    const restored = await startPostgres({ dir: elsewhere, mustExist: true });
    const [endpoints, fresh] = await connected(restored.url, async (client) => [
      (await client.query<{ name: string; enabled: boolean }>('select name, enabled from webhook_endpoint')).rows,
      (await writeMessages(client)).rows,
    ]);
    await restored.stop();
    expect(endpoints).toEqual([{ name: 'Ledger', enabled: false }]);
    const lastKnown = Math.max(...known.map(({ id }) => Number(id)));
    expect(Math.min(...fresh.map(({ id }) => Number(id)))).toBeGreaterThan(lastKnown);
  },
);

test(
  'a backup that lacks an upload fails, is not noted and is no whole one to a check, but is restored',
  { timeout: TIMEOUT },
  async () => {
    const [bare, without, lacking] = ['bare', 'without', 'lacking'].map((name) => join(folder, name));
    if (!bare || !without || !lacking) throw new Error('there are no folders');
    const noted = async (): Promise<unknown> => {
      const postgres = await startPostgres({ dir: bare, mustExist: true });
      const { rows } = await connected(postgres.url, (client) =>
        client.query('select at from backup_taken order by at'),
      );
      await postgres.stop();
      return rows;
    };
    expect(await run('restore', [backup], { DATA_DIR: bare, SECRET })).toMatchObject({ status: 0, err: '' });
    const before = await noted();
    const [name = ''] = uploadsIn(bare).keys();
    rmSync(join(bare, 'uploads'), { recursive: true });
    const MISSING = `MISSING the upload ${name}`;
    expect(await run('backup', [lacking], { DATA_DIR: bare, SECRET })).toMatchObject({
      status: 1,
      out: expect.stringContaining(MISSING) as string,
      err: expect.stringContaining('The backup is not whole: 1 uploads') as string,
    });
    expect(await noted()).toEqual(before);
    const env = { DATA_DIR: without, SECRET };
    expect(await run('restore', [lacking, '--check'], env)).toMatchObject({
      status: 1,
      err: '',
      out: expect.stringContaining(MISSING) as string,
    });
    expect(await run('restore', [lacking], env)).toMatchObject({
      status: 0,
      err: '',
      out: expect.stringContaining(MISSING) as string,
    });
  },
);

test('a demo whose SECRET is lost is restored without it, and starts with another', { timeout: TIMEOUT }, async () => {
  const lost = join(folder, 'lost');
  expect(await run('restore', [backup], { DATA_DIR: lost })).toMatchObject({
    status: 0,
    out: expect.stringContaining('there is no SECRET') as string,
  });
  const server = await startChildServer({ dataDir: lost, env: { FEED_SEED: 'backup' } });
  await server.stop();
  // It is known from then on.
  await expect(
    startChildServer({ dataDir: lost, env: { SECRET: 'yet another one', FEED_SEED: 'backup' } }),
  ).rejects.toThrow('SECRET is not the one that this database works with');
});

const contents = (of: string): unknown =>
  (
    JSON.parse(readFileSync(join(of, 'manifest.json'), 'utf8')) as { tables: { table: string; content: string }[] }
  ).tables.flatMap(({ table, content }) => (table === 'audit_run' ? [] : [`${table} ${content}`]));

test(
  'a restore that breaks off at the uploads has made no database, and is finished when it is run again',
  { timeout: TIMEOUT },
  async () => {
    const env = { DATA_DIR: join(folder, 'broken off'), SECRET };
    const uploads = join(env.DATA_DIR, 'uploads');
    mkdirSync(env.DATA_DIR);
    // As on a full disk.
    writeFileSync(uploads, '');
    expect(await run('restore', [backup], env)).toMatchObject({
      status: 1,
      err: expect.stringContaining('an upload could not be') as string,
    });
    expect(readdirSync(env.DATA_DIR)).toEqual(['uploads']);
    rmSync(uploads);
    // As after a power cut: some are there, one half.
    cpSync(join(source, 'uploads'), uploads, { recursive: true });
    const [name = ''] = uploadsIn(source).keys();
    writeFileSync(join(uploads, name.slice(0, 2), `${name}.0123456789ab.part`), 'half');
    expect(await run('restore', [backup], env)).toMatchObject({ status: 0, err: '' });
    expect(uploadsIn(env.DATA_DIR).get(name)).toBe(uploadsIn(source).get(name));
  },
);

test('a backup is put into nothing but an empty place', { timeout: TIMEOUT }, async () => {
  const again = await run('restore', [backup], { DATA_DIR: source, SECRET });
  expect(again).toMatchObject({
    status: 1,
    err: expect.stringContaining('a backup is put into an empty one') as string,
  });
  const foreign = join(folder, 'foreign');
  mkdirSync(join(foreign, 'uploads'), { recursive: true });
  writeFileSync(join(foreign, 'uploads', 'of another server'), '');
  expect(await run('restore', [backup], { DATA_DIR: foreign, SECRET })).toMatchObject({
    status: 1,
    err: expect.stringContaining('is not empty, it has of another server') as string,
  });
  await expect(
    takeBackup({ url: '', store: folderStore(source), secret: SECRET, withSecret: false, folder: backup, program: '' }),
  ).rejects.toThrow('is not empty: a backup goes into a folder of its own');
});

test.each<[string, (copy: string) => void, string, string?]>([
  [
    'a table that was changed',
    (copy) => flip(join(copy, 'tables', 'ledger_account.copy.gz')),
    'The table ledger_account is missing or was changed',
  ],
  [
    'a table that is missing',
    (copy) => rmSync(join(copy, 'tables', 'option_order.copy.gz')),
    'The table option_order is missing or was changed',
  ],
  ['an upload that was changed', (copy) => flip(uploadPath(copy)), 'is missing or was changed'],
  ['an upload that is missing', (copy) => rmSync(uploadPath(copy)), 'is missing or was changed'],
  ['no manifest, as a backup that was cut short', (copy) => rmSync(join(copy, 'manifest.json')), 'is no whole backup'],
  [
    'a manifest that was changed',
    (copy) => rewrite(join(copy, 'manifest.json'), (text) => text.replace('"form": 1', '"form": 1 ')),
    'The manifest was changed, or SECRET is not the one',
  ],
  ['another SECRET', () => {}, 'The manifest was changed, or SECRET is not the one', 'of somebody else entirely'],
])('a backup with %s is refused', async (_what, spoil, why, secret = SECRET) => {
  const copy = mkdtempSync(join(folder, 'copy-'));
  cpSync(backup, copy, { recursive: true });
  spoil(copy);
  await expect(readManifest(copy, secret).then((manifest) => checkBackup(copy, manifest))).rejects.toThrow(why);
  rmSync(copy, { recursive: true });
});

test('a backup that a version before 0.2 made is refused, since no later version makes its tables', async () => {
  const manifest = await readManifest(backup, SECRET);
  const migrations = [{ name: '0002_platform_idempotency', sha256: '' }];
  await expect(checkBackup(backup, { ...manifest, migrations })).rejects.toThrow(
    'The backup was made by a version before 0.2: only the version that made it can restore it.',
  );
});

const uploadPath = (copy: string): string => {
  const [file] = readdirSync(join(copy, 'uploads'), { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
  return join(file?.parentPath ?? '', file?.name ?? '');
};
function flip(path: string): void {
  const bytes = readFileSync(path);
  bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}
const rewrite = (path: string, change: (text: string) => string): void =>
  writeFileSync(path, change(readFileSync(path, 'utf8')));
