import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startServer, type RunningServer } from '../../apps/server/src/server.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { connected } from '../../apps/server/src/platform/connection.ts';
import { obtain, registerFunded } from '../../apps/server/src/testing/api-client.ts';
import { SystemPostgres, whyNoSystemPostgres, type Cluster } from '../../apps/server/src/testing/system-postgres.ts';

// Recovery to a moment, by the scripts of deploy/pitr and a PostgreSQL of one's own, as docs/SHIPPING.md says it.

const TIMEOUT = 240_000;
const PITR = fileURLToPath(new URL('../../deploy/pitr/', import.meta.url));

let system: SystemPostgres;
let folder: string;
beforeAll(() => {
  system = new SystemPostgres();
  ({ folder } = system);
});
afterAll(() => system.remove(), TIMEOUT);

/** Starts a cluster on a free port; its owner's connection string. */
async function start(data: string): Promise<{ readonly url: string; readonly postgres: Cluster }> {
  const postgres = await system.start(data, 'owner', { ARCHIVE: join(folder, 'wal') });
  return { url: postgres.url('owner', 'house'), postgres };
}

const house = async (url: string, dataDir: string): Promise<RunningServer> =>
  startServer(
    readConfig({
      DATABASE_URL: url.replace('owner@', 'plimsoll_app:of-this-test@'),
      MIGRATE_DATABASE_URL: url,
      DATA_DIR: dataDir,
      SECRET: 'of this test alone, and long',
      PORT: '0',
      FEED_SEED: 'pitr',
      LOG_LEVEL: 'silent',
    }),
    { clock: systemClock, log: { info: () => {}, error: () => {} }, say: () => {} },
  );

const journals = (url: string): Promise<number> =>
  connected(url, async (client) =>
    Number((await client.query<{ n: string }>('select count(*) as n from ledger_journal')).rows[0]?.n),
  );

test(
  'a house is recovered to a moment from a nightly copy and the archive: what was before it is there, what came later is not, and the audit is clean',
  { timeout: TIMEOUT },
  async ({ skip }) => {
    if (whyNoSystemPostgres !== undefined) skip(whyNoSystemPostgres);
    const [data, copy, archive] = ['data', 'copy', 'wal'].map((name) => join(folder, name));
    if (!data || !copy || !archive) throw new Error('there are no folders');
    mkdirSync(archive, { mode: 0o700 });
    system.own(archive);
    system.make(data, { name: 'owner' }, `archive_mode = on\narchive_command = '${PITR}archive-wal.sh %p %f'\n`);
    const { url, postgres } = await start(data);
    await connected(url.replace('/house', '/postgres'), (client) =>
      client.query(`create database house template template0 encoding 'UTF8'`),
    );
    const first = await house(url, join(folder, 'first'));
    const token = await registerFunded(first.url, 'before@quay.example');
    system.run('/bin/sh', [join(PITR, 'base-backup.sh'), url, copy]);
    const move = (num: string) =>
      obtain(first.url, 'transfer', { c_id: '1', num, from_type: '1', to_type: '2' }, { token });
    await move('1');
    // Nothing happens by itself between this moment and what is to be undone.
    const [before, moment] = await connected(url, async (client) => {
      const { rows } = await client.query<{ n: string; at: string }>(
        `select count(*) as n, clock_timestamp()::text as at from ledger_journal`,
      );
      return [Number(rows[0]?.n), rows[0]?.at ?? ''] as const;
    });
    await move('2');
    expect(await journals(url)).toBeGreaterThan(before);
    await first.close();
    // The last segment is archived when it is full, or now.
    const last = await connected(url, async (client) => {
      const { rows } = await client.query<{ name: string }>('select pg_walfile_name(pg_current_wal_lsn()) as name');
      await client.query('select pg_switch_wal()');
      return rows[0]?.name ?? '';
    });
    await vi.waitFor(() => expect(readdirSync(archive)).toContain(last), { timeout: 30_000 });
    await postgres.stop();

    writeFileSync(join(copy, 'recovery.signal'), '');
    appendFileSync(
      join(copy, 'postgresql.auto.conf'),
      `restore_command = '${PITR}fetch-wal.sh %f %p'\nrecovery_target_time = '${moment}'\nrecovery_target_action = 'promote'\narchive_mode = off\n`,
    );
    system.own(join(copy, 'recovery.signal'));
    const recovered = await start(copy);
    await vi.waitFor(
      async () =>
        expect(
          await connected(
            recovered.url,
            async (client) => (await client.query('select pg_is_in_recovery() as is')).rows,
          ),
        ).toEqual([{ is: false }]),
      { timeout: 60_000, interval: 100 },
    );
    expect(await journals(recovered.url)).toBe(before);
    const audit = spawnSync(process.execPath, [fileURLToPath(new URL('../audit.ts', import.meta.url)), '--all'], {
      env: {
        PATH: process.env['PATH'],
        DATA_DIR: join(folder, 'first'),
        DATABASE_URL: recovered.url.replace('owner@', 'plimsoll_app:of-this-test@'),
        SECRET: 'of this test alone, and long',
      },
      encoding: 'utf8',
    });
    expect([audit.status, audit.stdout.trim().split('\n').at(-1)]).toEqual([
      0,
      expect.stringMatching(/^audit clean: \d+ checks$/),
    ]);
    // No receiver of its webhooks is notified, or is sent a number again that it knows.
    const afterRecovery = readFileSync(join(PITR, 'after-recovery.sql'), 'utf8');
    const [endpoints, next] = await connected(recovered.url, async (client) => {
      await client.query(
        `insert into webhook_endpoint (name, url, events, enabled, created_at) values ('Ledger', 'https://books.example/', array['member.registered'], true, now())`,
      );
      await client.query(afterRecovery);
      await client.query(afterRecovery);
      return [
        (await client.query<{ enabled: boolean }>('select enabled from webhook_endpoint')).rows,
        Number(
          (await client.query<{ id: string }>(`select nextval('webhook_message_id_seq') as id`)).rows[0]?.id ?? '',
        ),
      ] as const;
    });
    expect(endpoints).toEqual([{ enabled: false }]);
    expect(Math.abs(next - systemClock.nowMs())).toBeLessThan(60_000);
    // It is the same house: its members go on.
    const second = await house(recovered.url, join(folder, 'second'));
    await obtain(second.url, 'transfer', { c_id: '1', num: '1', from_type: '2', to_type: '1' }, { token });
    await second.close();
  },
);

test('a segment that is archived twice is kept once, another one of its name is refused, and a bucket is asked by its command', () => {
  const [at, from] = [join(folder, 'once'), join(folder, 'segment')];
  mkdirSync(at);
  const archive = (more: NodeJS.ProcessEnv = {}) =>
    spawnSync('/bin/sh', [join(PITR, 'archive-wal.sh'), from, '000000010000000000000001'], {
      env: { PATH: process.env['PATH'], ARCHIVE: at, ...more },
    }).status;
  writeFileSync(from, 'a');
  expect([archive(), archive()]).toEqual([0, 0]);
  writeFileSync(from, 'b');
  expect(archive()).toBe(1);
  expect(readdirSync(at)).toEqual(['000000010000000000000001']);
  // A command that fails is not taken for one that kept it.
  expect([archive({ ARCHIVE_PUT: 'false' }), archive({ ARCHIVE_PUT: 'true' })]).toEqual([1, 0]);
});

test('a recovery is ended by a segment that is known not to be there, and by nothing else', () => {
  const [at, bare] = [join(folder, 'archive'), join(folder, 'bare')];
  for (const each of [at, bare]) mkdirSync(each);
  const [here, absent] = ['000000010000000000000001', '000000010000000000000009'];
  writeFileSync(join(at, here), 'a');
  const fetch = (name: string, env: NodeJS.ProcessEnv) =>
    spawnSync('/bin/sh', [join(PITR, 'fetch-wal.sh'), name, join(folder, 'fetched')], {
      env: { PATH: process.env['PATH'], ...env },
    }).status;
  expect([fetch(here, { ARCHIVE: at }), fetch(absent, { ARCHIVE: at })]).toEqual([0, 1]);
  // Not mounted, gone, and not named.
  expect([bare, join(folder, 'gone'), ''].map((ARCHIVE) => fetch(here, { ARCHIVE }))).toEqual([255, 255, 255]);
  const bucket = { ARCHIVE: at, ARCHIVE_GET: 'cp', ARCHIVE_LIST: 'ls' };
  expect([fetch(here, bucket), fetch(absent, bucket)]).toEqual([0, 1]);
  expect([
    fetch(here, { ...bucket, ARCHIVE_GET: 'false' }),
    fetch(absent, { ...bucket, ARCHIVE_LIST: 'false' }),
    fetch(absent, { ...bucket, ARCHIVE: bare }),
    fetch(absent, { ARCHIVE: at, ARCHIVE_GET: 'cp' }),
  ]).toEqual([255, 255, 255, 255]);
});
