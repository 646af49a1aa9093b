import { amount } from '@plimsoll/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorAudits } from '../features/operators/index.ts';
import { tapeAudits } from '../market/index.ts';
import { ManualClock } from '../platform/clock.ts';
import { errorCode, openDb, sql, type Db } from '../platform/db.ts';
import { ageRuns, sealAudit } from '../testing/seal-audit.ts';
import { testDatabase, type TestDatabase } from '../testing/database.ts';
import {
  auditLedger,
  capture,
  GroupedWriter,
  hold,
  move,
  plainPosting,
  release,
  runAudit,
  shapeAudits,
  type Account,
  type AuditKind,
  type Line,
  type CauseKind,
} from './index.ts';

const CHECK = '23514';
const DENIED = '42501';
const AUDITS = [...shapeAudits, ...operatorAudits, ...tapeAudits];
const clock = new ManualClock(Date.UTC(2026, 0, 1));
let texts = 0;
const raw = (text: string) => sql<Record<string, string>>(`seals.${(texts += 1)}`, text);

let database: TestDatabase;
let owner: Db;
let connection: Db;
let writer: GroupedWriter;
let coinId: string;

beforeAll(async () => {
  database = await testDatabase();
  owner = openDb(database.url, { connections: 1, role: null });
  connection = openDb(database.url, { connections: 1 });
  writer = new GroupedWriter({ connection, db: database.db, clock });
  const [coin] = await owner.run(raw(`insert into coin (title, decimals) values ('USDT', 8) returning id`));
  coinId = coin?.['id'] ?? '';
});
afterAll(async () => {
  await connection.close();
  await owner.close();
  await database.drop();
});

const funds = (memberId: string): Account => ({ memberId, type: 1, coinId });
let causes = 0;
async function post(kind: CauseKind, ...lines: readonly Line[]): Promise<void> {
  const cause = { kind, id: String((causes += 1)) };
  expect((await writer.submit(plainPosting, [{ cause, actor: { kind: 'clock' }, lines }])).ok).toBe(true);
}
const outside: () => Account = () => ({ house: 'outside', coinId });
const paidIn = (memberId: string, quantity = '1') =>
  post('demo-gift', move(outside(), funds(memberId), amount(quantity)));
const withdrawal = (ref: string) => ({ kind: 'withdrawal', ref });
const asked = (memberId: string, quantity: string, ref: string) =>
  post('withdrawal-request', hold(funds(memberId), amount(quantity), withdrawal(ref)));
const paidOut = (memberId: string, quantity: string, ref: string) =>
  post('withdrawal', capture(funds(memberId), outside(), amount(quantity), withdrawal(ref)));

const undone = new Error('undone');
/** What a run finds after a change with the triggers off, which is then undone. */
async function found(kind: AuditKind, ...changes: readonly string[]): Promise<string[]> {
  const names: string[] = [];
  await owner
    .transaction(async (tx) => {
      for (const change of changes) {
        const [, table = ''] = /^(?:update|insert into|delete from) (\w+)/.exec(change) ?? [];
        await tx.run(raw(`alter table ${table} disable trigger user`));
        await tx.run(raw(change));
      }
      const inside = { ...owner, snapshot: <T>(work: (same: typeof tx) => Promise<T>) => work(tx) };
      const { checks } = await auditLedger(inside, AUDITS, { kind });
      names.push(...checks.filter(({ ok }) => !ok).map(({ name }) => name));
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return names;
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: unknown) => errorCode(error),
  );
const seals = async () => (await owner.run(raw('select id from audit_seal order by id'))).map((row) => row['id']);

test('what two clean runs ten minutes after another have seen is sealed, and nothing that came after the first', async () => {
  for (const member of ['1', '2', '3']) await paidIn(member, '100');
  await asked('1', '10', '1');
  await asked('1', '20', '2');
  const first = await runAudit(database.db, AUDITS, { clock, kind: 'incremental' });
  expect([first.ok, first.kind, first.seal]).toEqual([true, 'all', null]);
  await runAudit(database.db, AUDITS, { clock, kind: 'incremental' });
  expect(await seals()).toEqual([]);
  await ageRuns(owner);
  await paidIn('1');
  await runAudit(database.db, AUDITS, { clock, kind: 'incremental' });
  expect(await seals()).toEqual(['1']);
  const [seal] = await owner.run(raw(`select ends ->> 'journal' as journal from audit_seal`));
  expect(seal?.['journal']).toBe('5');
  const next = await runAudit(database.db, AUDITS, { clock, kind: 'incremental' });
  expect([next.ok, next.kind, next.seal]).toEqual([true, 'incremental', '1']);
  expect(await seals()).toEqual(['1']);
});

test('a seal goes on from the one before, through holds that end in parts later', async () => {
  await paidOut('1', '4', '1');
  await post('withdrawal-refusal', release(funds('1'), amount('20'), withdrawal('2')));
  await paidIn('4');
  expect(await sealAudit(database.db, owner, AUDITS)).toBe('2');
  await paidOut('1', '1', '1');
  expect(await sealAudit(database.db, owner, AUDITS)).toBe('3');
  expect(await found('incremental')).toEqual([]);
  expect(await found('all')).toEqual([]);
});

const FITS = 'the newest seal fits the database: chains, balances and open holds';
const CHAIN = 'the chain is intact';
const BALANCES = 'each balance is the sum of its entries';
const HOLD_LINES = 'each hold was made once and ended as its lines say';
const JOURNALS = 'each journal has lines, of one coin from end to end';

test.each<[string, string, readonly string[]]>([
  ['a balance', `update ledger_account set available = available + 1 where id = 2`, [FITS, BALANCES]],
  [
    'the balance of an account that is new',
    `update ledger_account set available = available + 1 where member_id = 9`,
    [BALANCES],
  ],
  ['the owner of an account', `update ledger_account set member_id = 77 where member_id = 1`, [FITS, CHAIN]],
  ['a hold that was open', `update ledger_hold set amount = amount + 1 where ref = 1`, [FITS, HOLD_LINES]],
  ['a hold that is new', `update ledger_hold set captured = 1 where ref = 9`, [HOLD_LINES]],
  [
    'a line since',
    `update ledger_transfer set amount = amount + 1 where journal_id = (select max(id) from ledger_journal)`,
    [CHAIN],
  ],
  [
    'a line since that is missing',
    `delete from ledger_transfer where journal_id = (select max(id) from ledger_journal)`,
    [JOURNALS, CHAIN],
  ],
  [
    'a journal since',
    `update ledger_journal set cause_id = 'other' where id = (select max(id) from ledger_journal)`,
    [CHAIN],
  ],
  [
    'the link that is sealed',
    `update ledger_batch set hash = sha256('x') where id = (select (ends ->> 'batch')::bigint from audit_seal order by id desc limit 1)`,
    [FITS, CHAIN],
  ],
  ['the head', `update ledger_head set journal_id = journal_id + 1`, [CHAIN]],
])('an incremental run finds %s that was changed', async (_, change, expected) => {
  if (!(await owner.run(raw(`select 1 as one from ledger_hold where ref = 9`))).length) {
    await paidIn('9', '5');
    await asked('9', '1', '9');
  }
  expect(await found('incremental')).toEqual([]);
  expect(await found('incremental', change)).toEqual(expect.arrayContaining([...expected]));
});

test('what was changed below the seal, with balances that agree, is found by a run that reads everything', async () => {
  const below = [
    `update ledger_journal set cause_id = 'other' where id = 1`,
    `update ledger_journal set at = at + interval '1 second' where id = 2`,
    `update ledger_transfer set amount = amount + 1 where journal_id = 1`,
  ];
  for (const change of below) {
    expect(await found('incremental', change)).toEqual([]);
    expect(await found('all', change)).toContain(CHAIN);
  }
});

test('a forged seal, and one that was changed, are found by both kinds of runs', async () => {
  const forged = `insert into audit_seal select id + 1, at, run_id, ends, hashes || '{"accounts": "00"}', hash, hash from audit_seal order by id desc limit 1`;
  const ahead = `insert into audit_seal select id + 1, at, run_id, ends || '{"journal": 6}', hashes, hash, hash from audit_seal order by id desc limit 1`;
  const changed = `update audit_seal set ends = ends || '{"operators": 1}' where id = (select max(id) from audit_seal)`;
  for (const change of [forged, ahead, changed])
    for (const kind of ['incremental', 'all'] as const) expect(await found(kind, change)).toContain(FITS);
  const older = `update audit_seal set at = at + interval '1 second' where id = 1`;
  expect(await found('incremental', older)).toEqual([]);
  expect(await found('all', older)).toContain('each seal is chained to the one before, and fits the chains');
});

test('the server’s role makes no seal of its own: not of a run that is young, nor of what a run cannot have seen', async () => {
  await paidIn('1');
  const run = await runAudit(database.db, AUDITS, { clock });
  const [last] = await owner.run(raw('select max(id) as id from audit_run'));
  const as = (text: string) => failure(database.db.run(raw(text)));
  expect(await as(`select audit_seal_append(${last?.['id']}, '{}')`)).toBe(CHECK);
  const ahead = run.ends.replace(/"batch": \d+/, '"batch": 100000');
  expect(ahead).not.toBe(run.ends);
  const recorded = (ends: string) =>
    as(`select audit_record('all', now(), now(), 'clean', 0, '{}', 0, null, '${ends}'::jsonb)`);
  expect([await recorded(ahead), await recorded(run.ends)]).toEqual([CHECK, 'nothing']);
  for (const table of ['audit_run', 'audit_seal'])
    for (const text of [`insert into ${table} default values`, `delete from ${table}`, `update ${table} set id = id`])
      expect(await as(text)).toMatch(new RegExp(`${DENIED}|428C9`));
  expect(await failure(owner.run(raw('delete from audit_seal')))).toBe(CHECK);
});

test('nothing is sealed over a finding', async () => {
  const before = await seals();
  await paidIn('1');
  await runAudit(database.db, AUDITS, { clock });
  await ageRuns(owner);
  await owner.run(
    raw(`select audit_record('all', now(), now(), 'findings', 1, '{"a finding"}', 0, null, audit_ends())`),
  );
  await runAudit(database.db, AUDITS, { clock });
  expect(await seals()).toEqual(before);
  await sealAudit(database.db, owner, AUDITS);
  expect(await seals()).toHaveLength(before.length + 1);
});

test('what an incremental run reads does not grow with what is sealed', async () => {
  const read = async (sealed: number): Promise<number> => {
    await Promise.all(Array.from({ length: sealed }, (_, each) => paidIn(String(each % 5))));
    await sealAudit(database.db, owner, AUDITS);
    await owner.run(raw('analyze'));
    for (let each = 0; each < 20; each += 1) await paidIn(String(each % 5));
    const report = await runAudit(database.db, AUDITS, { clock, kind: 'incremental' });
    expect([report.ok, report.kind]).toEqual([true, 'incremental']);
    return report.rowsRead;
  };
  const few = await read(10_000);
  const many = await read(20_000);
  const { rowsRead: all } = await auditLedger(database.db, AUDITS);
  expect(all).toBeGreaterThan(50_000);
  expect(few).toBeLessThan(3_000);
  expect(many).toBeLessThan(few * 1.2);
});
