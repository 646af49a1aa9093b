import { ok } from '@plimsoll/contract';
import { amount } from '@plimsoll/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../platform/clock.ts';
import { CommitUncertain, openDb, sql, type Db, type Tx } from '../platform/db.ts';
import type { TestDatabase } from '../testing/database.ts';
import { openTrialLedger, type TrialLedger } from '../testing/trial-ledger.ts';
import { defineCommand, GroupedWriter, plainPosting } from './index.ts';

let ledger: TrialLedger;
let database: TestDatabase;
let connection: Db;
beforeAll(async () => {
  ledger = await openTrialLedger();
  ({ database } = ledger);
  connection = openDb(database.url, { connections: 1 });
});
afterAll(async () => {
  await connection.close();
  await ledger.close();
});

const newMembers = () => Array.from({ length: 3 }, () => ledger.newMember());

/** Gives each member one, under a new number each time it is planned, as orders have: done twice, it counts twice. */
const giving = defineCommand<string, null, null>({
  name: 'test.giving',
  plan: async (_tx, memberIds) => memberIds.map((id) => ok({ journals: [ledger.grant(id)], planned: null })),
  record: (_tx, done) => ({ outcomes: done.map(() => null), sent: Promise.resolve() }),
});

type Break = (work: (tx: Tx) => Promise<unknown>) => Promise<unknown>;
const cut = sql<never>('test.cut', 'select pg_terminate_backend(pg_backend_pid())');
const uncertain = (): never => {
  throw new CommitUncertain('cut');
};
const tookEffect: Break = (work) => connection.transaction(work).then(uncertain);
const tookNone: Break = (work) =>
  connection.transaction(async (tx) => work({ ...tx, commit: () => {} }).then(uncertain));

/** The writer's connection, which breaks at its first commits on demand. */
function breaking(...breaks: Break[]): Db {
  return {
    ...connection,
    transaction: <T>(work: (tx: Tx) => Promise<T>) => {
      const next = breaks.shift();
      return next ? (next(work) as Promise<T>) : connection.transaction(work);
    },
  };
}

const writerOn = (broken: Db, { db = database.db, clock = new ManualClock(0) } = {}) =>
  new GroupedWriter({ connection: broken, db, clock });
const giveAll = (writer: GroupedWriter, people: readonly string[]) =>
  Promise.allSettled(people.map((member) => writer.submit(giving, member)));

test.each([
  ['neither took effect', [tookNone, tookNone]],
  ['the second took effect', [tookNone, tookEffect]],
  ['the first did', [tookEffect]],
])('what was in doubt at two commits is done once: %s', async (_, breaks) => {
  const people = newMembers();
  const results = await giveAll(writerOn(breaking(...breaks)), people);
  expect(results).toEqual(people.map(() => ({ status: 'fulfilled', value: ok(null) })));
  expect(await Promise.all(people.map(ledger.balance))).toEqual(people.map(() => amount('1')));
});

test('a command in doubt for too long is answered as uncertain and not repeated', async () => {
  const people = newMembers();
  const clock = new ManualClock(0);
  // Accounts are opened; then no answer arrives until all callers have theirs.
  const away: Db = {
    ...database.db,
    run: (statement, values) => {
      if (statement.name === 'ledger.open') return database.db.run(statement, values);
      setImmediate(() => clock.advance(250));
      return Promise.reject(new Error('away'));
    },
  };
  const results = await giveAll(writerOn(breaking(tookEffect), { db: away, clock }), people);
  expect(results.map(({ status }) => status)).toEqual(people.map(() => 'rejected'));
  expect(await Promise.all(people.map(ledger.balance))).toEqual(people.map(() => amount('1')));
});

test('the same event posted by another process does not resolve a doubt', async () => {
  const people = newMembers();
  const [first = '', ...others] = people;
  const twin = ledger.grant(first, { id: 'twin' });
  const elsewhere: Break = async (work) => {
    await connection
      .transaction(async (tx) =>
        work({ ...tx, commit: () => {} }).then(() => {
          throw new Error('lost');
        }),
      )
      .catch(() => {});
    await writerOn(connection).submit(plainPosting, [twin]);
    return uncertain();
  };
  const writer = writerOn(breaking(elsewhere));
  const results = await Promise.allSettled([
    writer.submit(plainPosting, [twin]),
    ...others.map((member) => writer.submit(giving, member)),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(await Promise.all(people.map(ledger.balance))).toEqual(people.map(() => amount('1')));
});

test('a posting that was cut off before it began is awaited', async () => {
  const people = newMembers();
  const clock = new ManualClock(0);
  const begins = Promise.withResolvers<void>();
  const looked = Promise.withResolvers<void>();
  let cutOff: Promise<unknown> = Promise.resolve();
  // Its statements reached the database, which comes to them later.
  const late: Break = async (work) => {
    const sent = Promise.withResolvers<void>();
    cutOff = database.db.transaction((tx) =>
      work({
        ...tx,
        run: async (statement, values) => {
          if (statement.name === 'ledger.post') await begins.promise;
          return tx.run(statement, values);
        },
        commit: sent.resolve,
      }),
    );
    await sent.promise;
    return uncertain();
  };
  const db: Db = {
    ...database.db,
    run: async (statement, values) => {
      const rows = await database.db.run(statement, values);
      if (statement.name !== 'ledger.open') looked.resolve();
      return rows;
    },
  };
  const giving = giveAll(writerOn(breaking(late), { db, clock }), people);
  await looked.promise;
  begins.resolve();
  await cutOff;
  clock.advance(250);
  expect((await giving).map(({ status }) => status)).toEqual(people.map(() => 'fulfilled'));
  expect(await Promise.all(people.map(ledger.balance))).toEqual(people.map(() => amount('1')));
});

test('a connection that breaks at a commit loses neither that batch nor the next and repeats neither', async () => {
  const [first, behind] = [newMembers(), newMembers()];
  const own = openDb(database.url, { connections: 1, role: null });
  const writer = writerOn(own);
  const late: Promise<unknown>[] = [];
  let cuts = 0;
  const cutting: typeof giving = defineCommand({
    ...giving.definition,
    name: 'test.cutting',
    plan: (tx, memberIds) => {
      if (late.length === 0) late.push(...behind.map((member) => writer.submit(giving, member)));
      return giving.definition.plan(tx, memberIds);
    },
    record: (tx, done) => ({
      outcomes: done.map(() => null),
      sent: (cuts += 1) === 1 ? tx.run(cut) : Promise.resolve(),
    }),
  });
  const results = await Promise.all(first.map((member) => writer.submit(cutting, member)));
  await writer.drained();
  expect([...results, ...(await Promise.all(late))]).toEqual([...first, ...behind].map(() => ok(null)));
  expect(cuts).toBe(2);
  expect(await Promise.all([...first, ...behind].map(ledger.balance))).toEqual(
    [...first, ...behind].map(() => amount('1')),
  );
  await own.close();
});

test('rows that cannot be sent prevent the commit', async () => {
  const [member = ''] = newMembers();
  const neverSent: typeof giving = defineCommand({
    ...giving.definition,
    record: (_tx, done) => ({ outcomes: done.map(() => null), sent: sendNothing() }),
  });
  const sendNothing = async () => {
    await Promise.resolve();
    throw new Error('no such row');
  };
  await expect(writerOn(connection).submit(neverSent, member)).rejects.toThrow('no such row');
  expect(await ledger.balance(member)).toBe(0n);
});
