import { OPTION_STATUS } from '@plimsoll/contract';
import { atMs, id } from '../../../platform/db-columns.ts';
import { rowsOf } from '../../../platform/db-rows.ts';
import { sql, type Query } from '../../../platform/db.ts';
import { makeEntry, type MadeEntry } from './made-entry.ts';

/** How far a market's tape is complete, in a snapshot of the database. */
export interface TapeHead {
  readonly marketId: string;
  readonly completeToMs: number;
  /** An option is open on the market, or ended since the moment asked about. */
  readonly isBusy: boolean;
  readonly entry: MadeEntry;
}

interface TapeRow {
  market_id: string;
  market: string;
  complete_to: Date;
  seq: string;
  hash: Buffer;
  busy: boolean;
}
// The last mark at or before that moment: those beyond it are on the tape already.
const tapes = sql<TapeRow>(
  'proof.tapes',
  `
  select h.market_id, h.symbol as market, h.complete_to, k.seq, k.hash,
    exists (select from option_order o where o.market_id = h.market_id and o.status = ${OPTION_STATUS.open})
      or exists (
        select from option_order o
        where o.status = ${OPTION_STATUS.settled} and o.settled_at > $1 and o.market_id = h.market_id) as busy
  from (
    select market_id, symbol, date_trunc('milliseconds', complete_to) as complete_to from mark_head
    where complete_to > '-infinity') h
  cross join lateral (
    select seq, hash from mark where market_id = h.market_id and time <= h.complete_to order by time desc, seq desc limit 1) k
  order by h.market_id`,
);

/** What is logged of a tape's end; `at` is the moment of the turn. */
const endOf = ({ market_id, market, complete_to, seq, hash }: Omit<TapeRow, 'busy'>, at: Date) => ({
  marketId: market_id,
  completeToMs: complete_to.getTime(),
  entry: makeEntry(
    'tape',
    { market, seq: Number(seq), hash: hash.toString('hex'), complete_to: complete_to.toISOString() },
    { at },
  ),
});

/**
 * The end of each market's tape; of markets with marks. `at` is the moment of the turn; markets on which an option ended
 * since `endedSince` are busy too, with null none.
 */
export async function readTapes(query: Query, at: Date, endedSince: Date | null): Promise<TapeHead[]> {
  return (await query.run(tapes, [endedSince])).map((row) => ({ ...endOf(row, at), isBusy: row.busy }));
}

/** A moment on a market's tape. */
export interface TapeMoment {
  readonly marketId: string;
  readonly ms: number;
}
const MOMENTS = rowsOf({ marketId: id('market'), ms: atMs.named('until_at') });

interface EarlierRow extends Omit<TapeRow, 'busy'> {
  is_end: boolean;
}
const tapesUpTo = sql<EarlierRow>(
  'proof.tapesUpTo',
  `
  select h.market_id, h.symbol as market, e.complete_to, k.seq, k.hash,
    date_trunc('milliseconds', h.complete_to) <= w.until_at as is_end
  from ${MOMENTS.unnest('w', 1)}
  join mark_head h on h.market_id = w.market_id and h.complete_to > '-infinity'
  cross join lateral (select least(w.until_at, date_trunc('milliseconds', h.complete_to)) as complete_to) e
  cross join lateral (
    select seq, hash from mark where market_id = w.market_id and time <= e.complete_to order by time desc, seq desc limit 1) k
  order by w.market_id`,
);

/** An end of a market's tape at a moment, or its present end where it is not complete so far. */
export interface EarlierEnd {
  readonly marketId: string;
  readonly completeToMs: number;
  /** It is the tape's present end. */
  readonly isEnd: boolean;
  readonly entry: MadeEntry;
}

/** Ends of tapes no later than these moments; of markets with marks before them. */
export async function readTapesUpTo(query: Query, at: Date, moments: readonly TapeMoment[]): Promise<EarlierEnd[]> {
  if (moments.length === 0) return [];
  return (await query.run(tapesUpTo, MOMENTS.arrays(moments))).map((row) => ({ ...endOf(row, at), isEnd: row.is_end }));
}

interface ChainRow {
  ledger: string;
  ledger_hash: Buffer;
  operators: string;
  operators_hash: Buffer;
}
const chains = sql<ChainRow>(
  'proof.chains',
  `
  select l.batch_id as ledger, l.hash as ledger_hash, o.id as operators, o.hash as operators_hash
  from ledger_head l, operator_audit_head o`,
);

/** The ends of the ledger's chain and of the operators' log. */
export async function readChains(query: Query, at: Date): Promise<MadeEntry[]> {
  return (await query.run(chains)).flatMap((row) => [
    makeEntry('ledger', { number: Number(row.ledger), hash: row.ledger_hash.toString('hex') }, { at }),
    makeEntry('operators', { number: Number(row.operators), hash: row.operators_hash.toString('hex') }, { at }),
  ]);
}
