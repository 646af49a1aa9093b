import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditLedger } from '../ledger/index.ts';
import { openDb, sql, type Db } from '../platform/db.ts';
import { functionAudits } from '../platform/function-audit.ts';
import { testDatabase, type TestDatabase } from '../testing/database.ts';

let database: TestDatabase;
let owner: Db;

beforeEach(async () => {
  database = await testDatabase();
  owner = openDb(database.url, { connections: 1, role: null });
});
afterEach(async () => {
  await owner.close();
  await database.drop();
});

const findings = async () => (await auditLedger(database.db, functionAudits)).checks.flatMap(({ rows }) => rows);

test.each([
  [
    'a hash that answers what is asked',
    `create or replace function mark_hash(previous bytea, symbol text, seq bigint, at timestamptz, price numeric, sources text,
      held boolean) returns bytea language sql stable parallel safe as 'select m.hash from mark m where m.seq = $3'`,
    'mark_hash: altered',
  ],
  ['a function that runs with more rights', 'alter function ledger_link security definer', 'ledger_link: altered'],
  [
    'a function that finds other tables first',
    'alter function ledger_post set search_path = other, public',
    'ledger_post: altered',
  ],
  [
    'a function of unknown origin',
    `create function helper() returns int language sql as 'select 1'`,
    'helper: unknown',
  ],
  ['a function that is missing', 'drop function mark_breaks', 'mark_breaks: missing'],
  ['a trigger that is off', 'alter table ledger_transfer disable trigger kept', 'ledger_transfer.kept: altered'],
  ['a trigger that is missing', 'drop trigger kept on spot_fill', 'spot_fill.kept: missing'],
  [
    'a trigger that changes what is written',
    `create trigger extra before insert on option_order for each row execute function suppress_redundant_updates_trigger()`,
    'option_order.extra: unknown',
  ],
])('the audit finds %s', async (_what, change, row) => {
  expect(await findings()).toEqual([]);
  await owner.run(sql('test.change', change));
  expect(await findings()).toEqual([row]);
});
