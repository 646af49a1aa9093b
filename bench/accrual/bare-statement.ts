import { sql, type Db } from '../../apps/server/src/platform/db.ts';

export const ALL_ROWS = ['mining_payment', 'ledger_transfer', 'ledger_hold', 'ledger_account'] as const;
type Table = (typeof ALL_ROWS)[number];

/** Rows that a day's accrual writes: what it adds, and what it updates. */
const WRITTEN: Readonly<Record<Table, string>> = {
  mining_payment: 'run > (select run from accrual_before)',
  ledger_transfer: 'journal_id > (select journal_id from accrual_before)',
  ledger_hold: `kind = 'mining-reward'`,
  ledger_account: 'true',
};

/** Rows that are added: payments and their transfers. */
export const ADDED_ROWS: readonly Table[] = ['mining_payment', 'ledger_transfer'];

let named = 0;
/** A statement name runs once. */
const once = (text: string) => sql<{ rows: string }>(`bench.accrual${(named += 1)}`, text);
async function inOrder(db: Db, texts: readonly string[]): Promise<void> {
  for (const text of texts) await db.run(once(text));
}

/** Keeps the last ids of the tables. */
export const keepEnd = (owner: Db): Promise<void> =>
  inOrder(owner, [
    'drop table if exists accrual_before',
    'create table accrual_before as select (select journal_id from ledger_head) as journal_id, (select coalesce(max(run), 0) from mining_payment) as run',
  ]);

/**
 * Writes the same rows into empty copies of their tables, with the same columns, checks and indexes, by one committed
 * insert-select.
 */
export async function writeAtOnce(
  owner: Db,
  tables: readonly Table[],
): Promise<{ readonly rows: number; readonly tookMs: number }> {
  await inOrder(
    owner,
    tables.flatMap((table) => [
      `create table accrual_new_${table} as select * from ${table} where ${WRITTEN[table]}`,
      `analyze accrual_new_${table}`,
      `create table accrual_bare_${table} (like ${table} including all)`,
    ]),
  );
  const write = once(`
    with ${tables.map((table) => `into_${table} as (insert into accrual_bare_${table} overriding system value select * from accrual_new_${table} returning 1)`).join(', ')}
    select ${tables.map((table) => `(select count(*) from into_${table})`).join(' + ')} as rows`);
  const startMs = performance.now();
  const [row] = await owner.run(write);
  const tookMs = performance.now() - startMs;
  await inOrder(
    owner,
    tables.flatMap((table) => [`drop table accrual_new_${table}`, `drop table accrual_bare_${table}`]),
  );
  // not money: a count of rows
  return { rows: Number(row?.rows ?? 0), tookMs };
}
