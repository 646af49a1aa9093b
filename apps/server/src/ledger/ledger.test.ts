import { refuse, ok } from '@plimsoll/contract';
import { amount } from '@plimsoll/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../platform/clock.ts';
import { CommitUncertain, errorCode, openDb, sql, type Db } from '../platform/db.ts';
import { behindTriggers } from '../testing/behind-triggers.ts';
import { requireCleanAudit } from '../testing/clean-audit.ts';
import { testDatabase, type TestDatabase } from '../testing/database.ts';
import { allowTrialKind } from '../testing/trial-kind.ts';
import {
  auditLedger,
  balancesOf,
  capture,
  defineCommand,
  GroupedWriter,
  hold,
  move,
  plainPosting,
  release,
  type Account,
  type Journal,
  type Line,
} from './index.ts';

const UNIQUE = '23505';
const CHECK = '23514';
const DENIED = '42501';
const raw = (text: string) => sql<Record<string, string>>(`test ${text}`.slice(0, 60), text);

let database: TestDatabase;
let owner: Db;
let connection: Db;
let writer: GroupedWriter;
let usdt: string;
let sixPlaces: string;

beforeAll(async () => {
  database = await testDatabase();
  await allowTrialKind(database);
  owner = openDb(database.url, { connections: 1, role: null });
  connection = openDb(database.url, { connections: 1 });
  writer = new GroupedWriter({ connection, db: database.db, clock: new ManualClock(Date.UTC(2026, 0, 1)) });
  const coins = await owner.run(raw(`insert into coin (title, decimals) values ('USDT', 8), ('XRP', 6) returning id`));
  [usdt, sixPlaces] = coins.map((row) => row['id']) as [string, string];
});
afterAll(async () => {
  await requireCleanAudit(database.db);
  await connection.close();
  await owner.close();
  await database.drop();
});

let causes = 0;
const journal = (lines: readonly Line[], id = `${(causes += 1)}`): Journal => ({
  cause: { kind: 'test', id },
  actor: { kind: 'clock' },
  lines,
});
const post = (...lines: Line[]) => writer.submit(plainPosting, [journal(lines)]);
let members = 0;
const newMember = () => String((members += 1));
const funds = (memberId: string, coinId = usdt): Account => ({ memberId, type: 1, coinId });
const outside = (coinId = usdt): Account => ({ house: 'outside', coinId });
const balance = async (memberId: string) => {
  const [row] = await balancesOf(database.db, memberId);
  return row && { available: row.available, frozen: row.frozen };
};
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: unknown) => errorCode(error),
  );

test('money comes from outside and a member can spend what is there, to the last unit', async () => {
  const member = newMember();
  expect(await post(move(outside(), funds(member), amount('10.00000001')))).toEqual(ok(null));
  expect(await post(move(funds(member), outside(), amount('10.00000002')))).toEqual(refuse('insufficient_balance'));
  expect(await post(move(funds(member), outside(), amount('10.00000001')))).toEqual(ok(null));
  expect(await balance(member)).toEqual({ available: 0n, frozen: 0n });
});

test('a house account cannot pay more than it has', async () => {
  expect(await post(move({ house: 'rewards', coinId: usdt }, funds(newMember()), amount('1')))).toEqual(
    refuse('house_limit'),
  );
});

test('one cause is posted once', async () => {
  const member = newMember();
  const again = () =>
    writer.submit(plainPosting, [journal([move(outside(), funds(member), amount('5'))], 'only-once')]);
  const outcomes = await Promise.allSettled([again(), again(), again()]);
  expect(outcomes.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
  expect(await failure(again())).toBe(UNIQUE);
  expect(await balance(member)).toEqual({ available: amount('5'), frozen: 0n });
});

test('a journal is posted whole or not at all', async () => {
  const [poor, rich] = [newMember(), newMember()];
  expect(await post(move(outside(), funds(rich), amount('7')), move(funds(poor), funds(rich), amount('1')))).toEqual(
    refuse('insufficient_balance'),
  );
  expect(await balance(rich)).toEqual({ available: 0n, frozen: 0n });
});

test('a command of a batch that falls short does not affect the others', async () => {
  const members = Array.from({ length: 20 }, newMember);
  const results = await Promise.all(
    members.map((member, index) =>
      index % 4 === 0
        ? post(move(funds(member), outside(), amount('1')))
        : post(move(outside(), funds(member), amount('1'))),
    ),
  );
  expect(results.map((result) => result.ok)).toEqual(members.map((_, index) => index % 4 !== 0));
});

test('a hold is captured and released in parts, and ends once', async () => {
  const member = newMember();
  const ref = { kind: 'test', ref: '1' };
  await post(move(outside(), funds(member), amount('10')));
  await post(hold(funds(member), amount('6'), ref));
  expect(await balance(member)).toEqual({ available: amount('4'), frozen: amount('6') });
  await post(capture(funds(member), outside(), amount('2'), ref), release(funds(member), amount('1'), ref));
  expect(await failure(post(release(funds(member), amount('3.00000001'), ref)))).toBe(CHECK);
  await post(release(funds(member), amount('3'), ref));
  expect(await failure(post(capture(funds(member), outside(), amount('0.00000001'), ref)))).toBe(CHECK);
  expect(await balance(member)).toEqual({ available: amount('8'), frozen: 0n });
});

test("a hold's name holds once, and a hold of another's cannot be ended", async () => {
  const [one, other] = [newMember(), newMember()];
  const ref = { kind: 'test', ref: '2' };
  await post(move(outside(), funds(one), amount('10')), move(outside(), funds(other), amount('10')));
  await post(hold(funds(one), amount('1'), ref), hold(funds(other), amount('1'), { ...ref, ref: '3' }));
  expect(await failure(post(hold(funds(one), amount('1'), ref)))).toBe(UNIQUE);
  expect(await failure(post(release(funds(other), amount('1'), ref)))).toBe(CHECK);
});

test('one journal may make and end a hold, and no hold is ended beyond its amount', async () => {
  const member = newMember();
  const ref = { kind: 'test', ref: '4' };
  await post(move(outside(), funds(member), amount('10')));
  expect(
    await post(
      hold(funds(member), amount('6'), ref),
      capture(funds(member), outside(), amount('4'), ref),
      release(funds(member), amount('1'), ref),
    ),
  ).toEqual(ok(null));
  expect(await balance(member)).toEqual({ available: amount('5'), frozen: amount('1') });
  const next = { ...ref, ref: '5' };
  expect(await failure(post(hold(funds(member), amount('1'), next), release(funds(member), amount('1.5'), next)))).toBe(
    CHECK,
  );
  expect(await failure(post(hold(funds(member), amount('1'), next), hold(funds(member), amount('1'), next)))).toBe(
    UNIQUE,
  );
  expect(await balance(member)).toEqual({ available: amount('5'), frozen: amount('1') });
});

test('an account can pay what an earlier line of the journal paid it', async () => {
  const [one, other] = [newMember(), newMember()];
  expect(await post(move(funds(one), funds(other), amount('1')), move(outside(), funds(one), amount('1')))).toEqual(
    refuse('insufficient_balance'),
  );
  expect(await post(move(outside(), funds(one), amount('1')), move(funds(one), funds(other), amount('1')))).toEqual(
    ok(null),
  );
});

test.each([
  ['of journals out of order', '{1,2,1}'],
  ['beyond the journals', '{1,2,3}'],
  ['for the second journal only', '{2,2,2}'],
  ['for the first only', '{1,1,1}'],
])('lines %s are refused', async (_, journals) => {
  const [from, to] = (
    await database.db.run(
      sql<{ id: string }>('test.pair', 'select id from ledger_account where coin_id = $1 order by id limit 2'),
      [usdt],
    )
  ).map((row) => row.id);
  const posting = sql(
    'test.lines',
    `select * from ledger_post(now(), '{test,test}', array['a' || $1, 'b' || $1], '{clock,clock}', '{null,null}', $2::int[],
      array_fill($3::bigint, '{3}'), '{f,f,f}', array_fill($4::bigint, '{3}'), '{f,f,f}', '{1,1,1}', '{null,null,null}', '{null,null,null}')`,
  );
  expect(await failure(database.db.run(posting, [`lines${journals.replaceAll(/\D/g, '')}`, journals, from, to]))).toBe(
    CHECK,
  );
});

test.each(['', 'A', '1a', '-a', 'a_b', 'ä', `a${'b'.repeat(41)}`])('no kind of cause is spelled %j', async (kind) => {
  const cause = { kind: kind as 'test', id: `kind${(causes += 1)}` };
  const line = move(outside(), funds(newMember()), amount('1'));
  expect(await failure(writer.submit(plainPosting, [{ ...journal([line]), cause }]))).toBe(CHECK);
});

test.each(['', 'a b', 'ä', "a'b", 'x'.repeat(101)])('no cause is named %j', async (id) => {
  expect(
    await failure(writer.submit(plainPosting, [journal([move(outside(), funds(newMember()), amount('1'))], id)])),
  ).toBe(CHECK);
});

test('an amount with more decimals than its coin is refused', async () => {
  expect(await failure(post(move(outside(sixPlaces), funds(newMember(), sixPlaces), amount('0.0000001'))))).toBe(CHECK);
  expect(await post(move(outside(sixPlaces), funds(newMember(), sixPlaces), amount('0.000001')))).toEqual(ok(null));
});

test('a line between two coins is refused', async () => {
  expect(await failure(post(move(outside(usdt), funds(newMember(), sixPlaces), amount('1'))))).toBe(CHECK);
});

test.each(['NaN', 'Infinity', '-Infinity', '0', '-1', '1000000000000000000', '0.123456789'])(
  'PostgreSQL itself refuses %s as an amount',
  async (wrong) => {
    const accounts = await database.db.run(
      sql<{ id: string }>('test.two', 'select id from ledger_account where coin_id = $1 order by id limit 2'),
      [usdt],
    );
    const [from, to] = accounts.map((row) => row.id);
    const posting = sql(
      'test.raw',
      `select * from ledger_post(now(), array['test'], array[$1], array['clock'], array[null]::bigint[], array[1],
    array[$2]::bigint[], array[false], array[$3]::bigint[], array[false], array[$4]::numeric[], array[null], array[null]::bigint[])`,
    );
    expect(await failure(database.db.run(posting, [`raw-${wrong}`, from, to, wrong]))).toBe(CHECK);
    expect(
      await failure(
        owner.run(sql('test.direct', `insert into ledger_transfer values (1, 99, $1, false, $2, false, $3)`), [
          from,
          to,
          wrong,
        ]),
      ),
    ).toBe(CHECK);
  },
);

test.each([
  'update ledger_journal set cause_id = cause_id',
  'delete from ledger_journal',
  'truncate ledger_journal',
  'update ledger_transfer set amount = 1',
  'delete from ledger_transfer',
  'insert into ledger_transfer values (1, 99, 1, false, 2, false, 1)',
  'update ledger_batch set at = at',
  'delete from ledger_batch',
  'update ledger_head set hash = hash',
  'update ledger_account set available = available + 1',
  "insert into ledger_account (house, coin_id) values ('fees', 1)",
  'delete from ledger_account',
  'update ledger_hold set released = 0',
  'delete from ledger_hold',
  'alter table ledger_journal disable trigger all',
  'set role none; delete from ledger_journal',
])("the server's role cannot: %s", async (statement) => {
  expect(await failure(database.db.run(raw(statement)))).toMatch(new RegExp(`^(${DENIED}|42601)$`));
});

test('a balance, a line or a link that was changed behind the ledger is found by the audit', async () => {
  const found = async (change: string, back: string) => {
    const [, table = ''] = /^update (\w+)/.exec(change) ?? [];
    await behindTriggers(owner, table, raw(change));
    const report = await auditLedger(database.db);
    await behindTriggers(owner, table, raw(back));
    return report.checks.filter((check) => !check.ok).map((check) => check.name);
  };
  const some = `(select min(id) from ledger_account where member_id is not null and available > 1)`;
  expect(
    await found(
      `update ledger_account set available = available + 1 where id = ${some}`,
      `update ledger_account set available = available - 1 where id = ${some}`,
    ),
  ).toEqual(['the balances of each coin sum to zero', 'each balance is the sum of its entries']);
  expect(
    await found(
      `update ledger_transfer set amount = amount + 1 where journal_id = 1 and line = 1`,
      `update ledger_transfer set amount = amount - 1 where journal_id = 1 and line = 1`,
    ),
  ).toContain('the chain is intact');
  expect(
    await found(
      `update ledger_journal set at = at + interval '1 second' where id = 2`,
      `update ledger_journal set at = at - interval '1 second' where id = 2`,
    ),
  ).toEqual(['the chain is intact']);
  expect(
    await found(
      `update ledger_batch set hash = sha256('x') where id = 2`,
      `update ledger_batch b set hash = n.previous_hash from ledger_batch n where b.id = 2 and n.id = 3`,
    ),
  ).toEqual(['the chain is intact']);
});

test('a command whose record fails moves nothing', async () => {
  const member = newMember();
  const failing = defineCommand<null, null, null>({
    name: 'test.failing',
    plan: async (_tx, inputs) =>
      inputs.map(() => ok({ journals: [journal([move(outside(), funds(member), amount('1'))])], planned: null })),
    record: (_tx, planned) => ({ outcomes: planned.map(() => null), sent: Promise.reject(new Error('no')) }),
  });
  const beside = post(move(outside(), funds(newMember()), amount('1')));
  await expect(writer.submit(failing, null)).rejects.toThrow('no');
  expect(await beside).toEqual(ok(null));
  expect(await balance(member)).toEqual({ available: 0n, frozen: 0n });
});

/** The writer's connection, which breaks once at a commit: after it took effect, or before. */
function breakingOnce(took: boolean): Db {
  let broken = false;
  return {
    ...connection,
    async transaction(work) {
      if (broken) return connection.transaction(work);
      broken = true;
      const lost = new CommitUncertain('cut');
      await connection.transaction(async (tx) => {
        await work(took ? tx : { ...tx, commit: () => {} });
        if (!took) throw lost;
      });
      throw lost;
    },
  };
}

test.each([[true], [false]])('a command with an uncertain commit is done once (it took effect: %s)', async (took) => {
  const doubtful = new GroupedWriter({ connection: breakingOnce(took), db: database.db, clock: new ManualClock(0) });
  const people = [newMember(), newMember(), newMember()];
  const results = await Promise.all(
    people.map((member) => doubtful.submit(plainPosting, [journal([move(outside(), funds(member), amount('3'))])])),
  );
  expect(results).toEqual([ok(null), ok(null), ok(null)]);
  expect(await Promise.all(people.map(balance))).toEqual(people.map(() => ({ available: amount('3'), frozen: 0n })));
});
