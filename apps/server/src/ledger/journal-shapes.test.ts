import { amount } from '@plimsoll/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../platform/clock.ts';
import { openDb, sql, type Db } from '../platform/db.ts';
import { behindTriggers } from '../testing/behind-triggers.ts';
import { testDatabase, type TestDatabase } from '../testing/database.ts';
import {
  auditLedger,
  capture,
  GroupedWriter,
  hold,
  move,
  plainPosting,
  release,
  shapeAudits,
  type Journal,
} from './index.ts';
import { CAUSE_KINDS } from './cause-kinds.ts';
import { JOURNAL_SHAPES } from './journal-shapes.ts';

const insertCoin = sql<{ id: string }>(
  'test.coin',
  `insert into coin (title, decimals) values ('USDT', 8) returning id`,
);

let database: TestDatabase;
let connection: Db;
let owner: Db;
let writer: GroupedWriter;
let coinId: string;
let count = 0;

beforeAll(async () => {
  database = await testDatabase();
  connection = openDb(database.url, { connections: 1 });
  owner = openDb(database.url, { connections: 1, role: null });
  const clock = new ManualClock(Date.UTC(2026, 0, 1));
  writer = new GroupedWriter({ connection, db: database.db, clock });
  [{ id: coinId }] = (await database.db.run(insertCoin)) as [{ id: string }];
  await post('house-funding', [move(house('outside'), house('spot'), amount('100'))]);
  await post('demo-funding', [move(house('outside'), funds(), amount('100'))]);
});
afterAll(async () => {
  await connection.close();
  await owner.close();
  await database.drop();
});

const house = (name: 'outside' | 'spot' | 'fees' | 'rewards') => ({ house: name, coinId });
const funds = (memberId = '7') => ({ memberId, type: 1 as const, coinId });

async function post(kind: Journal['cause']['kind'], lines: Journal['lines']): Promise<void> {
  const journal: Journal = { cause: { kind, id: String((count += 1)) }, actor: { kind: 'clock' }, lines };
  const posted = await writer.submit(plainPosting, [journal]);
  if (!posted.ok) throw new Error(posted.refusal.reason);
}
const findings = async (): Promise<string[]> => {
  const { checks } = await auditLedger(database.db, shapeAudits);
  return checks.flatMap(({ rows }) => [...rows]);
};
/** Lets journals of a kind consist of any of these lines, as who owns the database may. */
const allowLines = sql<never>(
  'test.allowLines',
  `insert into ledger_shape (kind, line, part, needed, repeats) select distinct $1, line, 1, 0, true from unnest($2::text[]) as line
  on conflict (kind, line) do update set part = 1, needed = 0, repeats = true`,
);
const one = amount('1');

test('every kind of journal has its shapes, and only deposits, withdrawals, house postings and a demo’s gifts touch outside', () => {
  expect(Object.keys(JOURNAL_SHAPES).toSorted()).toEqual(CAUSE_KINDS.toSorted());
  const outside = Object.entries(JOURNAL_SHAPES).filter(([, parts]) => parts.some((part) => part.includes('@outside')));
  expect(outside.map(([kind]) => kind)).toEqual([
    'house-funding',
    'demo-funding',
    'demo-gift',
    'recharge',
    'withdrawal',
    'house-posting',
  ]);
});

test('journals of their shapes are posted, and not found', async () => {
  const ref = { kind: 'withdrawal', ref: '1' };
  await post('withdrawal-request', [hold(funds(), amount('3'), ref)]);
  await post('withdrawal', [
    capture(funds(), house('outside'), amount('2'), ref),
    capture(funds(), house('fees'), one, ref),
  ]);
  await post('member-transfer', [move(funds(), funds('8'), one)]);
  expect(await findings()).toEqual([]);
});

const stake = { kind: 'stake', ref: '5' };
const toOther = { kind: 'member-transfer', ref: '6' };
const WRONG: readonly [string, Journal['cause']['kind'], () => Journal['lines'], readonly string[]][] = [
  ['a journal of an unknown kind', 'test', () => [move(house('outside'), funds(), one)], ['@outside>funds']],
  ['a fill that mints', 'spot-fill', () => [move(house('outside'), funds(), one)], ['@outside>funds']],
  ['a fill that nothing is paid for', 'spot-fill', () => [move(house('spot'), funds(), one)], ['@spot>funds']],
  ['a correction out of the dealer’s stock', 'correction', () => [move(house('spot'), funds(), one)], ['@spot>funds']],
  ['a transfer the other way', 'demo-gift', () => [move(funds(), house('outside'), one)], ['funds>@outside']],
  [
    'a line too many',
    'demo-gift',
    () => [move(house('outside'), funds(), one), move(house('outside'), funds(), one)],
    ['@outside>funds', '@outside>funds'],
  ],
  [
    'both lines of a choice',
    'correction',
    () => [move(funds(), house('rewards'), one), move(house('rewards'), funds(), one)],
    ['@rewards>funds', 'funds>@rewards'],
  ],
  [
    'a transfer to another member as one’s own',
    'account-transfer',
    () => [move(funds(), funds('8'), one)],
    ['funds>~funds'],
  ],
  [
    'a hold of another kind',
    'spot-cancel',
    () => [hold(funds(), one, stake), release(funds(), one, stake)],
    ['funds*>funds stake', 'funds>funds* stake'],
  ],
  [
    'a fee that another member pays',
    'member-transfer',
    () => [move(funds(), funds('8'), one), move(funds('8'), house('fees'), one)],
    ['funds>@fees', 'funds>~funds'],
  ],
  [
    'an arrival without a receiver',
    'member-transfer-arrival',
    () => [hold(funds(), one, toOther), capture(funds(), house('fees'), one, toOther)],
    ['funds*>@fees member-transfer', 'funds>funds* member-transfer'],
  ],
];

test.each(WRONG)('the database refuses %s, from any role', async (_what, kind, lines) => {
  const before = await findings();
  await expect(post(kind, lines())).rejects.toThrow(`no journal of kind ${kind} has such lines`);
  expect(await findings()).toEqual(before);
});

test.each(WRONG)(
  'the audit finds %s, and the rule of the database that was changed for it',
  async (_what, kind, lines, shape) => {
    const before = await findings();
    await owner.run(allowLines, [kind, shape]);
    await post(kind, lines());
    const found = (await findings()).filter((row) => !before.includes(row));
    expect(found).toContainEqual(expect.stringMatching(new RegExp(`^journal \\d+, ${kind} `)));
    expect(found.join('\n')).toContain(shape.join(', '));
    expect(found.filter((row) => row.startsWith(`${kind}: `))).not.toEqual([]);
  },
);

test('an account keeps its owner, and what was posted stays, from any role', async () => {
  for (const change of [
    'update ledger_account set member_id = 8 where member_id = 7',
    'update ledger_account set type = 2 where member_id = 7',
    'delete from ledger_account',
    'update ledger_journal set cause_id = cause_id',
    'delete from ledger_journal',
    'update ledger_transfer set amount = 1',
    'delete from ledger_transfer',
    'update ledger_batch set at = now()',
    'delete from ledger_batch',
  ])
    await expect(owner.run(sql('test.change', change))).rejects.toThrow('the ledger never changes');
});

test('owners of two accounts that were exchanged behind the triggers, and an account from nowhere, are found by the audit', async () => {
  await post('demo-gift', [move(house('outside'), funds('21'), one)]);
  await post('demo-gift', [move(house('outside'), funds('22'), amount('2'))]);
  const before = await findings();
  const deferred = 'update ledger_account set member_id = -member_id where member_id in (21, 22)';
  await behindTriggers(owner, 'ledger_account', sql('test.aside', deferred));
  await behindTriggers(
    owner,
    'ledger_account',
    sql('test.exchanged', 'update ledger_account set member_id = 43 + member_id where member_id in (-21, -22)'),
  );
  expect((await findings()).filter((row) => !before.includes(row))).toEqual([
    expect.stringMatching(/^link \d+$/),
    expect.stringMatching(/^link \d+$/),
  ]);
  await behindTriggers(owner, 'ledger_account', sql('test.aside', deferred));
  await behindTriggers(
    owner,
    'ledger_account',
    sql('test.exchanged', 'update ledger_account set member_id = 43 + member_id where member_id in (-21, -22)'),
  );
  expect(await findings()).toEqual(before);
  await owner.run(
    sql('test.made', `insert into ledger_account (member_id, type, coin_id, opened_in) values (99, 1, ${coinId}, 0)`),
  );
  expect((await findings()).filter((row) => !before.includes(row))).toEqual([
    expect.stringContaining('was not opened in the chain'),
  ]);
});
