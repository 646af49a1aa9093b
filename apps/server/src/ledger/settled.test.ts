import { join } from 'node:path';
import { ok } from '@plimsoll/contract';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { connected } from '../platform/connection.ts';
import { CommitUncertain, openDb, sql, type Db, type Tx } from '../platform/db.ts';
import { Claims } from '../platform/http/claims.ts';
import { keepAnswers, type IdempotencyClaim } from '../platform/idempotency.ts';
import { migrate } from '../platform/migrate.ts';
import { SystemPostgres, whyNoSystemPostgres, type Cluster } from '../testing/system-postgres.ts';
import { Batch } from './batch.ts';
import { transactionOf } from './causes.ts';
import { commitWithRecovery } from './recovery.ts';

// A database whose commits wait for a replica. A commit whose wait was cut short, as by a crash of the primary, can be
// seen although no replica has it.

const TIMEOUT = 120_000;
let system: SystemPostgres;
let cluster: Cluster;
let db: Db;

const url = (role: string): string => cluster.url(role, 'house');
const asOwner = (...statements: readonly string[]) =>
  connected(url('owner'), async (owner) => {
    for (const statement of statements) await owner.query(statement);
  });
const WAITING = `from pg_stat_activity where wait_event = 'SyncRep'`;
const waiting = () =>
  connected(
    url('owner'),
    async (owner) => (await owner.query<{ count: number }>(`select count(*)::int ${WAITING}`)).rows[0]?.count ?? 0,
  );

/** From now on commits wait for a replica that is not there. */
async function hold(): Promise<void> {
  await asOwner(`alter system set synchronous_standby_names = 'nobody'`, 'select pg_reload_conf()');
  // The setting is in force once a commit waits.
  let isHeld = false;
  while (!isHeld) {
    let isOver = false;
    const probe = asOwner(`select pg_logical_emit_message(true, 'probe', '')`)
      .catch(() => {})
      .finally(() => {
        isOver = true;
      });
    await vi.waitUntil(async () => isOver || (await waiting()) > 0);
    isHeld = !isOver;
    await cut();
    await probe;
  }
}
const release = () => asOwner('alter system reset synchronous_standby_names', 'select pg_reload_conf()');
/** Ends those that wait, as a crash does: what they committed stays, and they receive no answer. */
const cut = () => asOwner(`select pg_terminate_backend(pid) ${WAITING}`);

/** Commits `work`, and is cut while it waits for the replica. */
async function cutAtCommit(work: (tx: Tx) => Promise<unknown>): Promise<void> {
  await hold();
  const ends = db.transaction(work).catch((error: unknown) => error);
  await vi.waitUntil(async () => (await waiting()) === 1);
  await cut();
  expect(await ends).toBeInstanceOf(CommitUncertain);
}

/** What `answer` comes to: not before the replica is there. */
async function onlyOnceSafe<T>(answer: Promise<T>): Promise<T> {
  let isAnswered = false;
  const answered = answer.finally(() => {
    isAnswered = true;
  });
  await vi.waitUntil(async () => isAnswered || (await waiting()) === 1);
  expect(isAnswered).toBe(false);
  await release();
  return answered;
}

beforeAll(async () => {
  if (whyNoSystemPostgres !== undefined) return;
  system = new SystemPostgres();
  const data = join(system.folder, 'data');
  system.make(data, { name: 'owner' });
  cluster = await system.start(data, 'owner');
  await connected(cluster.url('owner', 'postgres'), (owner) =>
    owner.query(`create database house template template0 encoding 'UTF8'`),
  );
  await migrate(url('owner'), undefined, { login: { name: 'plimsoll_app' } });
  await asOwner('create table kept (what text primary key)', 'grant select, insert on kept to plimsoll_app');
  db = openDb(url('plimsoll_app'), { connections: 2 });
}, TIMEOUT);
beforeEach((context) => context.skip(whyNoSystemPostgres !== undefined, whyNoSystemPostgres));
afterAll(async () => {
  if (whyNoSystemPostgres !== undefined) return;
  await db.close();
  await system.remove();
}, TIMEOUT);

const insert = sql<never>('test.insert', 'insert into kept values ($1)');
const find = sql<object>('test.find', 'select from kept where what = $1');

test('a commit that is looked up counts as done only once a replica has it', { timeout: TIMEOUT }, async () => {
  let transaction = '';
  await cutAtCommit(async (tx) => {
    transaction = await transactionOf(tx);
    await tx.run(insert, ['this']);
  });
  expect(await db.run(find, ['this'])).toHaveLength(1);
  const batch = new Batch([]);
  batch.evidence = { transaction, trace: { statement: find, values: ['this'] } };
  const looked = commitWithRecovery(
    async (inFlight) => {
      inFlight.batch = batch;
      throw new CommitUncertain('cut');
    },
    { db, clock: systemClock },
  );
  expect(await onlyOnceSafe(looked)).toBe(batch);
});

test('a kept answer is given again only once a replica has it', { timeout: TIMEOUT }, async () => {
  const claim: IdempotencyClaim = { memberId: '1', call: 'upbbbuy', key: 'one', bodyHash: 'body', kept: false };
  const first = ok({ id: 7 });
  await cutAtCommit((tx) => keepAnswers(tx, [{ claim, result: first }], systemClock.nowMs()));
  const claims = new Claims(db, systemClock, 'of this test alone');
  const again = claims.answer({ ...claim }, async () => {
    throw new Error('it was done again');
  });
  expect(await onlyOnceSafe(again)).toEqual(first);
});
