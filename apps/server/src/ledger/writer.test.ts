import { setImmediate as nextTurn } from 'node:timers/promises';
import { ok, refuse, type Result } from '@plimsoll/contract';
import { amount } from '@plimsoll/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../platform/clock.ts';
import { openDb, sql, type Db } from '../platform/db.ts';
import { listenerFailures } from '../platform/listeners.ts';
import { openTrialLedger, type TrialLedger } from '../testing/trial-ledger.ts';
import {
  defineCommand,
  GroupedWriter,
  LOCK_RANK,
  move,
  plainPosting,
  type LedgerCommand,
  type Plan,
  type SharedLock,
} from './index.ts';
import type { LockRank } from './locks.ts';

const available = sql<{ available: string }>(
  'test.available',
  'select available from ledger_account where member_id = $1',
);
const nonsense = sql<never>('test.nonsense', 'select 1 / 0');

let ledger: TrialLedger;
let connection: Db;
let writer: GroupedWriter;
beforeAll(async () => {
  ledger = await openTrialLedger();
  const { url, db } = ledger.database;
  connection = openDb(url, { connections: 1 });
  writer = new GroupedWriter({ connection, db, clock: new ManualClock(0) });
});
afterAll(async () => {
  await connection.close();
  await ledger.close();
});

/** Gives each member one; `planning` sees the transaction each is planned in. */
function giving(
  planning: (memberIds: readonly string[], balances: readonly (string | undefined)[]) => void,
  exclusive = false,
): LedgerCommand<string, string, null> {
  return defineCommand({
    name: 'test.giving',
    exclusive,
    async plan(tx, memberIds) {
      const rows = await Promise.all(memberIds.map((id) => tx.run(available, [id])));
      planning(
        memberIds,
        rows.map(([row]) => row?.available),
      );
      return memberIds.map((id): Result<Plan<string>> => ok({ journals: [ledger.grant(id)], planned: id }));
    },
    record: (tx, done) => ({ outcomes: done.map(() => null), sent: tx.run(available, [done[0]]) }),
  });
}

test('a batch is planned before the one in front is answered, and sees its effects', async () => {
  const member = ledger.newMember();
  const events: string[] = [];
  const seen: (string | undefined)[] = [];
  const command = giving((_, balances) => {
    events.push('planned');
    seen.push(balances[0]);
    if (events.length === 1) for (let each = 0; each < 2; each += 1) void give();
  });
  const waiting: Promise<unknown>[] = [];
  const give = () => waiting.push(writer.submit(command, member).then(() => events.push('answered')));
  give();
  await writer.drained();
  await Promise.all(waiting);
  // The two that came while the first was being planned went together.
  expect(events).toEqual(['planned', 'planned', 'answered', 'answered', 'answered']);
  expect(seen).toEqual([undefined, '1']);
  expect(await ledger.balance(member)).toBe(amount('3'));
});

const withRows: typeof plainPosting = defineCommand({
  ...plainPosting.definition,
  record: (tx, done) => ({ outcomes: done.map(() => null), sent: Promise.all(done.map(() => tx.run(available, [0]))) }),
});

const waitedFor: typeof plainPosting = defineCommand({
  ...plainPosting.definition,
  record: (_tx, done) => ({ outcomes: done.map(() => null), sent: nextTurn(), commitsAfter: true }),
});

test.each([
  ['that only posts', plainPosting],
  ['that writes rows', withRows],
  ['that is waited for', waitedFor],
])('a command %s and falls short behind another is refused, and both are answered', async (_, paying) => {
  const [rich, poor] = [ledger.newMember(), ledger.newMember()];
  const behind: Promise<unknown>[] = [];
  const command = giving(() => {
    if (behind.length === 0)
      behind.push(
        writer.submit(paying, [
          { ...ledger.grant(poor), lines: [move(ledger.funds(poor), ledger.funds(rich), amount('1'))] },
        ]),
      );
  });
  expect(await writer.submit(command, rich)).toEqual(ok(null));
  expect(await Promise.all(behind)).toEqual([refuse('insufficient_balance')]);
  expect(await ledger.balance(rich)).toBe(amount('1'));
});

test('an exclusive command begins after all earlier answers and is answered before another begins', async () => {
  const events: string[] = [];
  const named = (name: string, exclusive: boolean) => giving(() => events.push(`${name} planned`), exclusive);
  const commands = [named('first', false), named('alone', true), named('last', false)] as const;
  await Promise.all(
    commands.map((command, place) =>
      writer
        .submit(command, ledger.newMember())
        .then(() => events.push(`${['first', 'alone', 'last'][place]} answered`)),
    ),
  );
  expect(events).toEqual([
    'first planned',
    'first answered',
    'alone planned',
    'alone answered',
    'last planned',
    'last answered',
  ]);
});

test('a command with a check sees all earlier effects, and is planned only when there is something to do', async () => {
  const [rich, poor] = [ledger.newMember(), ledger.newMember()];
  const planned: string[] = [];
  const fillUp = defineCommand({
    ...giving((memberIds) => planned.push(...memberIds), true).definition,
    async shortCircuit(query, memberIds) {
      const rows = await Promise.all(memberIds.map((id) => query.run(available, [id])));
      return rows.every(([row]) => row?.available === '1') ? memberIds.map(() => null) : undefined;
    },
  });
  const [given, looked] = [
    writer.submit(
      giving(() => {}),
      rich,
    ),
    writer.submit(fillUp, rich),
  ];
  expect(await given).toEqual(ok(null));
  expect(await looked).toEqual(ok(null));
  expect(planned).toEqual([]);
  expect(await Promise.all([writer.submit(fillUp, rich), writer.submit(fillUp, poor)])).toEqual([ok(null), ok(null)]);
  expect([planned, await ledger.balance(rich), await ledger.balance(poor)]).toEqual([
    [rich, poor],
    amount('2'),
    amount('1'),
  ]);
});

test('a batch that fails at its last statement does not affect the next, and its good commands are done', async () => {
  const people = [ledger.newMember(), ledger.newMember(), ledger.newMember(), ledger.newMember()] as const;
  const behind: Promise<unknown>[] = [];
  const good = giving((memberIds) => {
    if (memberIds.includes(people[0]) && behind.length === 0) behind.push(writer.submit(good, people[3]));
  });
  const bad = defineCommand({
    ...good.definition,
    name: 'test.bad',
    record: (tx, done) => ({ outcomes: done.map(() => null), sent: tx.run(nonsense) }),
  });
  const outcomes = await Promise.allSettled([
    writer.submit(good, people[0]),
    writer.submit(bad, people[1]),
    writer.submit(good, people[2]),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await Promise.all(behind)).toEqual([ok(null)]);
  expect(await Promise.all(people.map(ledger.balance))).toEqual([amount('1'), 0n, amount('1'), amount('1')]);
});

const heldLock = sql<object>('test.heldLock', 'select pg_advisory_xact_lock(58)');

test('accounts are opened while every connection of the shared pool waits for what the batch holds', async () => {
  const { url } = ledger.database;
  const [shared, accounts] = [openDb(url, { connections: 1 }), openDb(url, { connections: 1 })];
  const own = new GroupedWriter({ connection, db: shared, accounts, clock: new ManualClock(0) });
  const behind: Promise<unknown>[] = [];
  const command: LedgerCommand<string, string, null> = defineCommand({
    name: 'test.holding',
    async plan(tx, memberIds) {
      await tx.run(heldLock);
      behind.push(shared.transaction((other) => other.run(heldLock)));
      return memberIds.map((id): Result<Plan<string>> => ok({ journals: [ledger.grant(id)], planned: id }));
    },
    record: (tx, done) => ({ outcomes: done.map(() => null), sent: tx.run(available, [done[0]]) }),
  });
  expect(await own.submit(command, ledger.newMember())).toEqual(ok(null));
  await Promise.all(behind);
  await shared.close();
  await accounts.close();
});

test('a listener that throws is logged, the others are called, and the posting is answered', async () => {
  const logged: object[] = [];
  const own = new GroupedWriter({
    connection,
    db: ledger.database.db,
    clock: new ManualClock(0),
    log: { error: (details) => logged.push(details) },
  });
  const fault = new Error('a listener of the test');
  const posted: string[] = [];
  own.onPosted(() => {
    throw fault;
  });
  own.onPosted((journals) => posted.push(...journals.map(({ cause }) => cause.id)));
  const failures = listenerFailures();
  const journal = ledger.grant(ledger.newMember());
  expect(await own.submit(plainPosting, [journal])).toEqual(ok(null));
  expect(logged).toEqual([{ err: fault, event: 'ledger.posted' }]);
  expect(posted).toEqual([journal.cause.id]);
  expect(listenerFailures()).toBe(failures + 1);
});

test('commands of a batch are planned as they came, those with a rank last, all behind the locks that they share', async () => {
  const events: string[] = [];
  const locking = (name: string, rank: LockRank): SharedLock => ({
    rank,
    async lock(_tx, names) {
      events.push(`${name} ${names.join(' ')}`);
    },
  });
  const [keys, loans] = [locking('keys', LOCK_RANK.keys), locking('loans', LOCK_RANK.loans)];
  const planned = (name: string, shared: readonly SharedLock[], rank?: LockRank) =>
    defineCommand<string, string, null>({
      name,
      ...(rank === undefined ? {} : { rank }),
      shares: (inputs) => shared.map((of) => ({ of, names: inputs })),
      async plan(_tx, inputs) {
        events.push(name);
        return inputs.map((id) => ok({ journals: [ledger.grant(id)], planned: id }));
      },
      record: (_tx, done) => ({ outcomes: done.map(() => null), sent: Promise.resolve() }),
    });
  const records = planned('test.records', [], LOCK_RANK.records);
  const orders = planned('test.orders', [], LOCK_RANK.orders);
  const lends = planned('test.lends', [loans]);
  const also = planned('test.also', [loans, keys]);
  const submitted = [records, orders, lends, also];
  for (const [commands, order] of [
    [submitted, ['test.lends', 'test.also']],
    [submitted.toReversed(), ['test.also', 'test.lends']],
  ] as const) {
    events.length = 0;
    const members = commands.map(() => ledger.newMember());
    await Promise.all(commands.map((command, at) => writer.submit(command, members[at] ?? '')));
    expect(events.map((event) => event.split(' ')[0])).toEqual([
      'keys',
      'loans',
      ...order,
      'test.orders',
      'test.records',
    ]);
    expect(events[1]?.split(' ').slice(1).toSorted()).toEqual(
      members.filter((_, at) => commands[at] === lends || commands[at] === also).toSorted(),
    );
  }
  events.length = 0;
  await writer.submit(also, ledger.newMember());
  expect(events).toEqual(['test.also']);
});
