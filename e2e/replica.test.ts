import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { connected } from '../apps/server/src/platform/connection.ts';
import { ManualClock } from '../apps/server/src/platform/clock.ts';
import { openDb, sql, type Db } from '../apps/server/src/platform/db.ts';
import { Replica } from '../apps/server/src/platform/replica.ts';
import { registerFunded } from '../apps/server/src/testing/api-client.ts';
import { startChildServer, type ChildServer } from '../apps/server/src/testing/child-server.ts';
import { COMPILED_ENV } from '../apps/server/src/testing/compiled.ts';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { SystemPostgres, whyNoSystemPostgres, type Cluster } from '../apps/server/src/testing/system-postgres.ts';
import { CONSOLE_ENV, enterConsole } from './support/operator.ts';

// A database, and a replica that follows it by streaming: what reads from it, and when nothing does.

const TIMEOUT = 240_000;
const APP = 'plimsoll_app:of-this-test';
const WITHIN_SECONDS = 10;
let system: SystemPostgres;
let primary: Cluster;
let replica: Cluster;
let server: ChildServer;
let metricsUrl: string;
let db: Db;

const house = (cluster: Cluster, role = APP): string => cluster.url(role, 'house');
const onReplica = (statement: string) =>
  connected(house(replica, 'owner'), async (client) => (await client.query(statement)).rows);
/** What the database writes from now on the replica has, and does not show. */
const pause = () => onReplica('select pg_wal_replay_pause()');
const resume = () => onReplica('select pg_wal_replay_resume()');

beforeAll(async () => {
  if (whyNoSystemPostgres !== undefined) return;
  system = new SystemPostgres();
  const [data, copy] = [join(system.folder, 'data'), join(system.folder, 'copy')];
  system.make(data, { name: 'owner' });
  primary = await system.start(data, 'owner');
  await connected(primary.url('owner', 'postgres'), (client) =>
    client.query(`create database house template template0 encoding 'UTF8'`),
  );
  system.run('pg_basebackup', ['-d', primary.url('owner', 'postgres'), '-D', copy, '-R', '--checkpoint=fast']);
  replica = await system.start(copy, 'owner');
  const port = await freePort();
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  server = await startChildServer({
    dataDir: join(system.folder, 'server'),
    env: {
      DATABASE_URL: house(primary),
      MIGRATE_DATABASE_URL: house(primary, 'owner'),
      REPLICA_URL: house(replica),
      REPLICA_LAG_SECONDS: '9999',
      METRICS_PORT: String(port),
      SECRET: 'of this test alone, and long',
      FEED_SEED: 'replica',
      ...CONSOLE_ENV,
    },
  });
  db = openDb(house(primary), { connections: 2 });
}, TIMEOUT);
beforeEach((context) => context.skip(whyNoSystemPostgres !== undefined, whyNoSystemPostgres));
afterAll(async () => {
  if (whyNoSystemPostgres !== undefined) return;
  await db.close();
  await server.stop();
  await system.remove();
}, TIMEOUT);

const count = sql<{ members: number }>('test.members', 'select count(*)::int as members from member');
const members = async (of: Pick<Db, 'run'>): Promise<number> => (await of.run(count))[0]?.members ?? 0;

test('reports of the console are what the replica has', { timeout: TIMEOUT }, async () => {
  const metric = async (name: string) =>
    new RegExp(`^${name} (\\S+)$`, 'm').exec(await (await fetch(metricsUrl)).text())?.[1];
  await vi.waitFor(async () => expect(await metric('plimsoll_replica_used')).toBe('1'), { timeout: 60_000 });
  expect(Number(await metric('plimsoll_replica_lag_seconds'))).toBeGreaterThanOrEqual(0);
  const operator = await enterConsole(server.url);
  const report = () =>
    Promise.all(['balances', 'exposure'].map((name) => operator.call('GET', `/reports/${name}`).then(JSON.stringify)));
  await pause();
  /** Of the replica: where it does not answer within its time, a report is of the database. */
  const replicated = () =>
    vi.waitFor(async () => {
      const made = await report();
      expect(await metric('plimsoll_replica_used')).toBe('1');
      return made;
    });
  const before = await replicated();
  await registerFunded(server.url, 'reported@quay.example');
  await vi.waitFor(async () => expect((await replicated())[0]).toBe(before[0]));
  await resume();
  await vi.waitFor(async () => expect((await report())[0]).not.toBe(before[0]), { timeout: 60_000 });
});

test(
  'a replica that is late, away or of another database is not read from, and each change is logged',
  { timeout: TIMEOUT },
  async () => {
    const clock = new ManualClock(0);
    const logged: unknown[] = [];
    const log = {
      info: (_: object, message: string) => void logged.push(message),
      error: (details: object, message: string) =>
        void logged.push('why' in details ? `${message}: ${String(details.why)}` : message),
    };
    const followed = new Replica({ url: house(replica), db, withinSeconds: WITHIN_SECONDS, clock, log });
    await followed.look();
    await vi.waitFor(async () => {
      await followed.look();
      expect(followed.replica()).toEqual({ isUsed: true, lagSeconds: 0 });
    });
    await pause();
    const before = await members(db);
    await registerFunded(server.url, 'late@quay.example');
    clock.advance(WITHIN_SECONDS * 1000);
    await followed.look();
    expect([followed.replica(), await members(followed)]).toEqual([
      { isUsed: true, lagSeconds: WITHIN_SECONDS },
      before,
    ]);
    clock.advance(1);
    await followed.look();
    expect([followed.replica().isUsed, await members(followed)]).toEqual([false, before + 1]);
    await resume();
    await vi.waitFor(async () => {
      await followed.look();
      expect(followed.replica().isUsed).toBe(true);
    });
    expect(await members(followed)).toBe(before + 1);
    expect(logged.splice(0)).toEqual([
      'replica is read from',
      'replica is of no use, reading from the database: late',
      'replica is read from',
    ]);
    await followed.stop();

    for (const [url, why] of [
      [replica.url(APP, 'postgres'), 'of another database'],
      [house(primary), 'not a replica'],
      [`postgres://${APP}@127.0.0.1:${await freePort()}/house`, 'away'],
    ] as const) {
      const wrong = new Replica({ url, db, withinSeconds: WITHIN_SECONDS, clock, log });
      await wrong.start();
      expect([wrong.replica().isUsed, await members(wrong)]).toEqual([false, before + 1]);
      expect(logged.splice(0)).toEqual([`replica is of no use, reading from the database: ${why}`]);
      await wrong.stop();
    }
  },
);

test(
  'npm run audit reads the replica and records nothing; without it, the database',
  { timeout: TIMEOUT },
  async () => {
    const audit = () => {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [fileURLToPath(new URL('../tools/audit.ts', import.meta.url)), '--all'],
        {
          env: {
            PATH: process.env['PATH'],
            ...COMPILED_ENV,
            DATABASE_URL: house(primary),
            REPLICA_URL: house(replica),
            REPLICA_LAG_SECONDS: '60',
          },
          encoding: 'utf8',
        },
      );
      return { status, end: stdout.trim().split('\n').at(-1), stderr };
    };
    const runs = sql<{ runs: number }>('test.runs', 'select count(*)::int as runs from audit_run');
    const [before] = await db.run(runs);
    const clean = { status: 0, end: expect.stringMatching(/^audit clean: \d+ checks$/) as string };
    expect(audit()).toEqual({ ...clean, stderr: 'The replica (REPLICA_URL) is read: nothing is recorded.\n' });
    expect(await db.run(runs)).toEqual([before]);
    await replica.stop();
    expect(audit()).toEqual({ ...clean, stderr: 'The replica (REPLICA_URL) is away: the database itself is read.\n' });
    expect(await db.run(runs)).toEqual([{ runs: (before?.runs ?? 0) + 1 }]);
    // The server, which read from it, goes on too.
    const operator = await enterConsole(server.url);
    await operator.call('GET', '/reports/balances');
    await vi.waitFor(async () => expect(await (await fetch(metricsUrl)).text()).toMatch(/^plimsoll_replica_used 0$/m), {
      timeout: 60_000,
    });
  },
);
