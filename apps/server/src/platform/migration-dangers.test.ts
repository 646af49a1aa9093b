import { expect, test } from 'vitest';
import { dangersIn } from '../testing/migration-dangers.ts';
import { MIGRATIONS } from './migrate.ts';
import { readMigrations } from './migration-files.ts';

test('a migration that blocks the running version is refused without a stated reason', async () => {
  const files = await readMigrations(MIGRATIONS);
  expect(files.length).toBeGreaterThan(0);
  expect(files.flatMap(({ name, text }) => dangersIn(text).map((each) => `${name}: ${each}`))).toEqual([]);
});

test.each([
  'drop table loan;',
  'alter table loan drop column worth;',
  'alter table loan rename column worth to value;',
  'alter table loan rename to debt;',
  'alter table loan alter column worth type text;',
  'alter table loan add column worth numeric not null;',
  'alter table loan add column worth ledger_amount;',
  'alter table loan alter column worth set not null;',
  'alter table loan add constraint loan_worth check (worth > 0);',
  'alter table loan add foreign key (coin_id) references coin;',
  'alter table loan add unique (name);',
  'create index loan_worth on loan (worth);',
  'create index concurrently loan_worth on loan (worth);',
  'lock table loan;',
  'update loan set worth = 0;',
  'delete from loan;',
  'drop function loan_worth(bigint);',
])('“%s” is found', (text) => {
  expect(dangersIn(`-- Loans.\n${text}\n`)).toHaveLength(1);
});

test.each([
  'alter table loan add column worth numeric;',
  'alter table loan add column worth numeric not null default 0;',
  'alter table loan add constraint loan_worth check (worth > 0) not valid;',
  'alter table loan drop constraint loan_worth;',
  'alter table loan alter column worth drop not null;',
  'create table debt (id bigint primary key, worth numeric not null check (worth > 0));\ncreate index debt_worth on debt (worth);\nalter table debt add unique (worth);',
  '-- outside a transaction\ncreate index concurrently loan_worth on loan (worth);',
  '-- contract: programs from 0031 on\nalter table loan drop column worth;',
  '-- safe: the table has a row a coin\ncreate index loan_worth on loan (worth);',
  'create function f() returns void language sql as $$ delete from loan; drop table loan; $$;',
  'delete from loan where worth = 0;',
])('“%s” is no danger', (text) => {
  expect(dangersIn(text)).toEqual([]);
});
