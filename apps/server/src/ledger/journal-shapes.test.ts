import { amount } from '@plimsoll/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../platform/clock.ts';
import { openDb, sql, type Db } from '../platform/db.ts';
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
let writer: GroupedWriter;
let coinId: string;
let count = 0;

beforeAll(async () => {
  database = await testDatabase();
  connection = openDb(database.url, { connections: 1 });
  const clock = new ManualClock(Date.UTC(2026, 0, 1));
  writer = new GroupedWriter({ connection, db: database.db, clock });
  [{ id: coinId }] = (await database.db.run(insertCoin)) as [{ id: string }];
  await post('house-funding', [move(house('outside'), house('spot'), amount('100'))]);
  await post('demo-funding', [move(house('outside'), funds(), amount('100'))]);
});
afterAll(async () => {
  await connection.close();
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
const one = amount('1');

test('every kind of journal has its shapes, and only deposits, withdrawals, house postings and a demo’s gifts touch outside', () => {
  expect(Object.keys(JOURNAL_SHAPES).toSorted()).toEqual(CAUSE_KINDS.toSorted());
  const outside = Object.entries(JOURNAL_SHAPES).filter(([, shapes]) =>
    shapes.some((shape) => shape.includes('@outside')),
  );
  expect(outside.map(([kind]) => kind)).toEqual([
    'house-funding',
    'demo-funding',
    'demo-gift',
    'recharge',
    'withdrawal',
    'house-posting',
  ]);
});

test('journals of their shapes are not found', async () => {
  const ref = { kind: 'withdrawal', ref: '1' };
  await post('withdrawal-request', [hold(funds(), amount('3'), ref)]);
  await post('withdrawal', [
    capture(funds(), house('outside'), amount('2'), ref),
    capture(funds(), house('fees'), one, ref),
  ]);
  await post('member-transfer', [move(funds(), funds('8'), one)]);
  expect(await findings()).toEqual([]);
});

test.each<[string, Journal['cause']['kind'], () => Journal['lines'], string]>([
  ['a journal of a kind nobody knows', 'test-mint', () => [move(house('outside'), funds(), one)], '@outside>funds'],
  ['a fill that mints', 'spot-fill', () => [move(house('outside'), funds(), one)], '@outside>funds'],
  ['a correction out of the dealer’s stock', 'correction', () => [move(house('spot'), funds(), one)], '@spot>funds'],
  ['a transfer the other way', 'demo-gift', () => [move(funds(), house('outside'), one)], 'funds>@outside'],
  [
    'a line too many',
    'demo-gift',
    () => [move(house('outside'), funds(), one), move(house('outside'), funds(), one)],
    '2 times',
  ],
  [
    'a transfer to another member as one’s own',
    'account-transfer',
    () => [move(funds(), funds('8'), one)],
    'funds>~funds',
  ],
  [
    'a hold of another kind',
    'spot-cancel',
    () => [hold(funds(), one, { kind: 'stake', ref: '5' }), release(funds(), one, { kind: 'stake', ref: '5' })],
    'funds>funds* stake',
  ],
])('the audit finds %s', async (_what, kind, lines, shape) => {
  const before = await findings();
  await post(kind, lines());
  const found = (await findings()).filter((row) => !before.includes(row));
  expect(found.join('\n')).toContain(shape);
});
