import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { MigrationFile } from '../../apps/server/src/platform/migration-files.ts';
import { ROOT } from '../run/part.ts';
import { readComments, type Comments } from './comments.ts';
import { readMigrated } from './on-migrated.ts';
import type { Schema } from './read.ts';
import { renderSchema } from './render.ts';

let schema: Schema;
let comments: Comments;
beforeAll(async () => {
  ({ schema, comments } = await readMigrated());
}, 120_000);

test('docs/SCHEMA.md and the snapshot are what the migrations make: `npm run schema-docs` writes them', () => {
  for (const { path, text } of renderSchema(schema, comments))
    expect(readFileSync(`${ROOT}${path}`, 'utf8') === text ? path : `${path} is stale`).toBe(path);
});

test('every table, function and type has a slice, and every table and every function that is called a comment', () => {
  const { madeBy, about } = comments;
  expect([...schema.tables, ...schema.functions, ...schema.domains].filter(({ name }) => !madeBy.has(name))).toEqual(
    [],
  );
  expect(schema.tables.filter(({ name }) => !about.has(name)).map(({ name }) => name)).toEqual([]);
  const called = schema.functions.filter(({ result }) => result !== 'trigger');
  expect(called.filter(({ name }) => !about.has(name)).map(({ name }) => name)).toEqual([]);
});

test('the page names every table and constraint, who may write, and what writes with the rights of the owner', () => {
  const page = renderSchema(schema, comments)[0]?.text ?? '';
  for (const { name, constraints } of schema.tables) {
    expect(page).toContain(`\n### ${name}\n`);
    for (const constraint of constraints) expect(page).toContain(`- \`${constraint.name}\`: `);
  }
  const account = page.slice(page.indexOf('\n### ledger_account\n'), page.indexOf('\n### ledger_batch\n'));
  expect(account).toContain("The server's role may: `select`.");
  expect(account).toContain("With the owner's rights it is written by `ledger_open`, `ledger_post`.");
  expect(page).toContain('  coin ||--o{ ledger_account : "coin_id"');
});

const file = (name: string, text: string): MigrationFile => ({ name, text, sha256: '', isOutside: false, needs: null });

test('comments are read from above what is made, and a later migration adds to them and replaces them', () => {
  const { slices, madeBy, about } = readComments([
    file(
      '0001_loans',
      `-- Loans,
-- as offered.

-- What is lent.
create table loan (
  id bigint primary key,
  -- In USDT,
  -- whole.
  amount numeric not null,
  days int not null,
  -- Never free.
  constraint costs check (amount > 0)
);
-- Newest first.
create index loan_newest on loan (id desc);

-- What is owed.
create function owed(loan bigint) returns numeric language sql as $$
  -- Not this.
  select 0 $$;
`,
    ),
    file(
      '0002_loans_late',
      `-- Late interest.

-- safe: has a default
alter table loan
  -- Percent.
  add column late numeric not null default 0;
-- In days of 24 hours.
alter table loan add column cycle int;
-- What is owed today.
create or replace function owed(loan bigint) returns numeric language sql as $$ select 1 $$;
`,
    ),
  ]);
  expect([...slices]).toEqual([['loans', ['Loans, as offered.', 'Late interest.']]]);
  expect(Object.fromEntries(madeBy)).toEqual({ loan: 'loans', owed: 'loans' });
  expect(Object.fromEntries(about)).toEqual({
    loan: 'What is lent.',
    'loan.amount': 'In USDT, whole.',
    'loan.costs': 'Never free.',
    'loan.late': 'Percent.',
    'loan.cycle': 'In days of 24 hours.',
    owed: 'What is owed today.',
  });
});
