import type { PortfolioSums } from '@plimsoll/rules';
import type { House } from '../../ledger/index.ts';
import { at, atMs, count, json } from '../../platform/db-columns.ts';
import { rowsOf } from '../../platform/db-rows.ts';
import { sql, type Query } from '../../platform/db.ts';
import { sumsOf, sumsText } from './sums-text.ts';

/** A member's sums at the end of an hour. */
export interface Checkpoint {
  /** Every journal before it is in the sums, and none of then or later. */
  readonly atMs: number;
  /** The last journal in the sums; 0 for none. */
  readonly lastJournal: number;
  /** Up to it every journal of the member's is in the sums. */
  readonly wholeTo: number;
  readonly sums: PortfolioSums;
}

interface CheckpointRow {
  at: Date;
  last_journal: string;
  whole_to: string;
  sums: unknown;
}
const readCheckpoint = (row: CheckpointRow): Checkpoint => ({
  atMs: row.at.getTime(),
  // not money: numbers of journals
  lastJournal: Number(row.last_journal),
  wholeTo: Number(row.whole_to),
  sums: sumsOf(row.sums),
});

const KEPT = rowsOf({ at: at, lastJournal: count, wholeTo: count, sums: json });
const insertCheckpoints = sql<never>(
  'portfolio.insertCheckpoints',
  `
  insert into portfolio_checkpoint (member_id, ${KEPT.columns})
  select $1::bigint, t.* from ${KEPT.unnest('t', 2)} on conflict do nothing`,
);

/** Keeps a member's sums; another process may have kept the same. */
export async function keepCheckpoints(query: Query, memberId: string, kept: readonly Checkpoint[]): Promise<void> {
  const rows = KEPT.arrays(kept, (each) => ({ ...each, at: new Date(each.atMs), sums: sumsText(each.sums) }));
  await query.run(insertCheckpoints, [memberId, ...rows]);
}

const MOMENTS = rowsOf({ atMs: atMs.named('at') });
const checkpointsAt = sql<CheckpointRow>(
  'portfolio.checkpointsAt',
  `
  select distinct k.at, k.last_journal, k.whole_to, k.sums from ${MOMENTS.unnest('m', 2)}
  cross join lateral (
    select at, last_journal, whole_to, sums from portfolio_checkpoint
    where member_id = $1 and at <= m.at order by at desc limit 1) k
  order by k.at`,
);

/** The last sums that were kept for each moment, oldest first, each once. */
export const readCheckpoints = async (
  query: Query,
  memberId: string,
  momentsMs: readonly number[],
): Promise<Checkpoint[]> =>
  (await query.run(checkpointsAt, [memberId, ...MOMENTS.arrays(momentsMs, (each) => ({ atMs: each }))])).map(
    readCheckpoint,
  );

const nextAfter = sql<{ last_journal: string }>(
  'portfolio.nextCheckpoint',
  'select last_journal from portfolio_checkpoint where member_id = $1 and at > $2 order by at limit 1',
);

/** The last journal of the first sums kept after a moment; undefined when there are none. */
export async function readNextEnd(query: Query, memberId: string, afterMs: number): Promise<number | undefined> {
  const [row] = await query.run(nextAfter, [memberId, new Date(afterMs)]);
  return row && Number(row.last_journal);
}

// The lines of a member's accounts in a stretch of journals, each read from its index.
const LINES = `
  from ledger_account a cross join lateral (
    (select journal_id, line, -amount as amount, to_account as other from ledger_transfer
     where from_account = a.id and from_account <> to_account and journal_id > $2 and journal_id <= $3)
    union all
    (select journal_id, line, amount, from_account from ledger_transfer
     where to_account = a.id and from_account <> to_account and journal_id > $2 and journal_id <= $3)
  ) t`;

/** What a journal changed in one account of a member's, by its other end. */
export interface LineRow {
  journal_id: string;
  at: Date;
  kind: string;
  type: number;
  coin_id: string;
  house: House | null;
  is_own: boolean;
  amount: string;
}
const lines = sql<LineRow>(
  'portfolio.lines',
  `
  select t.journal_id, j.at, j.cause_kind as kind, a.type, a.coin_id, o.house, o.member_id is not distinct from $1 as is_own,
    sum(t.amount) as amount
  ${LINES}
  join ledger_journal j on j.id = t.journal_id
  join ledger_account o on o.id = t.other
  where a.member_id = $1 and j.at >= $4
  group by t.journal_id, j.at, j.cause_kind, a.type, a.coin_id, o.house, o.member_id is not distinct from $1
  order by t.journal_id, a.coin_id, a.type, amount`,
);

interface Stretch {
  readonly afterJournal: number;
  readonly toJournal: number;
  readonly fromMs: number;
}

/** The lines of a member's journals in a stretch, in the ledger's order. */
export const readLines = (
  query: Query,
  memberId: string,
  { afterJournal, toJournal, fromMs }: Stretch,
): Promise<LineRow[]> => query.run(lines, [memberId, afterJournal, toJournal, new Date(fromMs)]);

const endOfNext = sql<{ last: string | null; count: number }>(
  'portfolio.endOfNext',
  `
  select max(journal_id) as last, count(*)::int as count from (
    select t.journal_id from ledger_account a cross join lateral (
      (select journal_id from ledger_transfer
       where from_account = a.id and from_account <> to_account and journal_id > $2
       order by from_account, journal_id limit $3)
      union all
      (select journal_id from ledger_transfer
       where to_account = a.id and from_account <> to_account and journal_id > $2
       order by to_account, journal_id limit $3)
    ) t where a.member_id = $1 order by t.journal_id limit $3) next`,
);

/** Where a member's next `limit` lines after a journal end, and how many there are. */
export async function readEndOfNext(
  query: Query,
  memberId: string,
  afterJournal: number,
  limit: number,
): Promise<{ readonly journal: number; readonly count: number }> {
  const [row] = await query.run(endOfNext, [memberId, afterJournal, limit]);
  return { journal: Number(row?.last ?? afterJournal), count: row?.count ?? 0 };
}

const nextAt = sql<{ at: Date | null; now: Date }>(
  'portfolio.nextAt',
  `
  select j.at, clock_timestamp() as now from (
    select min(t.journal_id) as id from ledger_account a cross join lateral (
      (select journal_id from ledger_transfer
       where from_account = a.id and from_account <> to_account and journal_id > $2
       order by from_account, journal_id limit 1)
      union all
      (select journal_id from ledger_transfer
       where to_account = a.id and from_account <> to_account and journal_id > $2
       order by to_account, journal_id limit 1)) t
    where a.member_id = $1) next
  left join ledger_journal j on j.id = next.id`,
);

/** When a member's first journal after another was posted, undefined when there is none, and the database's time. */
export async function readNextAfter(
  query: Query,
  memberId: string,
  afterJournal: number,
): Promise<{ readonly atMs: number | undefined; readonly nowMs: number }> {
  const [row] = await query.run(nextAt, [memberId, afterJournal]);
  if (!row) throw new Error('the time of a journal was asked and there is no row');
  return { atMs: row.at?.getTime(), nowMs: row.now.getTime() };
}

/** When a member's first journal was posted; undefined before it. */
export const readFirstMs = async (query: Query, memberId: string): Promise<number | undefined> =>
  (await readNextAfter(query, memberId, 0)).atMs;
