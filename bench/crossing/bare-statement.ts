import { sql, type Db } from '../../apps/server/src/platform/db.ts';

/** Tables whose rows a crossing updates. */
const UPDATED = ['spot_order', 'ledger_hold', 'ledger_account', 'spot_book', 'ledger_head'] as const;
/** Tables it adds rows to, each with the column that identifies new rows. */
const ADDED = {
  ledger_journal: 'id > (select journal_id from before_ledger_head)',
  ledger_transfer: 'journal_id > (select journal_id from before_ledger_head)',
  ledger_batch: 'id > (select batch_id from before_ledger_head)',
  spot_fill: `order_id in (select id from before_spot_order)`,
} as const;

/** Rows of an updated table to copy; all of the small tables. */
const CHOSEN: Readonly<Record<(typeof UPDATED)[number], string>> = {
  spot_order: 'status = 1',
  ledger_hold: `captured + released < amount`,
  ledger_account: 'true',
  spot_book: 'not is_newest',
  ledger_head: 'true',
};

let named = 0;
/** A statement name runs once. */
const once = (text: string) => sql<{ rows: string }>(`bench.copy${(named += 1)}`, text);

async function inOrder(db: Db, texts: readonly string[]): Promise<void> {
  for (const text of texts) await db.run(once(text));
}

/** Copies the tables (columns, checks, indexes) and the rows a crossing is about to change. */
export const keepBefore = (owner: Db): Promise<void> =>
  inOrder(owner, [
    ...UPDATED.flatMap((table) => [
      `create table before_${table} (like ${table} including all)`,
      `insert into before_${table} overriding system value select * from ${table} where ${CHOSEN[table]}`,
    ]),
    ...Object.keys(ADDED).map((table) => `create table before_${table} (like ${table} including all)`),
  ]);

/** Keeps what the crossing changed and added, as input of the bare statement. */
export const keepChanges = (owner: Db): Promise<void> =>
  inOrder(owner, [
    `create table after_spot_order as select * from spot_order where id in (select id from before_spot_order)`,
    `create table after_ledger_hold as select h.* from ledger_hold h join before_ledger_hold b using (kind, ref)`,
    `create table after_ledger_account as select a.* from ledger_account a join before_ledger_account b using (id)
   where (a.available, a.frozen) is distinct from (b.available, b.frozen)`,
    `create table after_ledger_head as select * from ledger_head`,
    `create table after_spot_book as select a.* /* not packed: copied as it lies */ from spot_book a where not exists (select from before_spot_book b where b.market_id = a.market_id and b.seq = a.seq)`,
    ...Object.entries(ADDED).map(
      ([table, isNew]) => `create table after_${table} as select * from ${table} where ${isNew}`,
    ),
    ...UPDATED.flatMap((table) => [`analyze before_${table}`, `analyze after_${table}`]),
    ...Object.keys(ADDED).map((table) => `analyze after_${table}`),
  ]);

const BARE = `
  with orders as (
    update before_spot_order o set status = a.status, held = a.held, filled = a.filled, paid = a.paid, fee = a.fee, fills = a.fills, traded_at = a.traded_at
    from after_spot_order a where o.id = a.id returning 1),
  holds as (
    update before_ledger_hold h set captured = a.captured, released = a.released from after_ledger_hold a where h.kind = a.kind and h.ref = a.ref returning 1),
  accounts as (
    update before_ledger_account c set available = a.available, frozen = a.frozen from after_ledger_account a where c.id = a.id returning 1),
  head as (update before_ledger_head h set batch_id = a.batch_id, journal_id = a.journal_id, hash = a.hash from after_ledger_head a returning 1),
  books as (insert into before_spot_book select * from after_spot_book returning 1),
  journals as (insert into before_ledger_journal select * from after_ledger_journal returning 1),
  transfers as (insert into before_ledger_transfer select * from after_ledger_transfer returning 1),
  batches as (insert into before_ledger_batch select * from after_ledger_batch returning 1),
  fills as (insert into before_spot_fill select * from after_spot_fill returning 1)
  select (select count(*) from orders) + (select count(*) from holds) + (select count(*) from accounts) + (select count(*) from head) + (select count(*) from books)
    + (select count(*) from journals) + (select count(*) from transfers) + (select count(*) from batches) + (select count(*) from fills) as rows`;

/** Makes the same changes to the copies by one committed statement. */
export async function changeAtOnce(owner: Db): Promise<{ readonly rows: number; readonly tookMs: number }> {
  const startMs = performance.now();
  const [row] = await owner.run(once(BARE));
  return { rows: Number(row?.rows ?? 0), tookMs: performance.now() - startMs };
}

export const forgetCopies = (owner: Db): Promise<void> =>
  inOrder(owner, [
    ...UPDATED.flatMap((table) => [`drop table before_${table}`, `drop table after_${table}`]),
    ...Object.keys(ADDED).flatMap((table) => [`drop table before_${table}`, `drop table after_${table}`]),
  ]);
