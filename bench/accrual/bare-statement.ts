import { sql, type Db } from '../../apps/server/src/platform/db.ts';

/** What a day's accrual adds: each day paid, and its line in the journal. */
const ADDED = {
  mining_payment: 'run > (select run from accrual_before)',
  ledger_transfer: 'journal_id > (select journal_id from accrual_before)',
} as const;

let named = 0;
/** Every statement of this file runs once under its name. */
const once = (text: string) => sql<{ rows: string }>(`bench.accrual${named += 1}`, text);
async function inOrder(db: Db, texts: readonly string[]): Promise<void> {
  for (const text of texts) await db.run(once(text));
}

/** Remembers where the tables end. */
export const keepEnd = (owner: Db): Promise<void> => inOrder(owner, [
  'drop table if exists accrual_before',
  'create table accrual_before as select (select journal_id from ledger_head) as journal_id, (select coalesce(max(run), 0) from mining_payment) as run',
]);

/** Adds the same rows once more, to empty copies of the tables with the same columns, checks and indexes, by one statement and its commit. */
export async function addAtOnce(owner: Db): Promise<{ readonly rows: number; readonly tookMs: number }> {
  const tables = Object.entries(ADDED);
  await inOrder(owner, tables.flatMap(([table, isNew]) => [
    `create table accrual_new_${table} as select * from ${table} where ${isNew}`,
    `analyze accrual_new_${table}`,
    `create table accrual_bare_${table} (like ${table} including all)`,
  ]));
  const startMs = performance.now();
  const [row] = await owner.run(once(`
    with ${tables.map(([table]) => `added_${table} as (insert into accrual_bare_${table} select * from accrual_new_${table} returning 1)`).join(', ')}
    select ${tables.map(([table]) => `(select count(*) from added_${table})`).join(' + ')} as rows`));
  const tookMs = performance.now() - startMs;
  await inOrder(owner, tables.flatMap(([table]) => [`drop table accrual_new_${table}`, `drop table accrual_bare_${table}`]));
  // not money: a count of rows
  return { rows: Number(row?.rows ?? 0), tookMs };
}
