import { OPTION_STATUS, OPTION_RULES } from '@plimsoll/contract';
import type { Price } from '@plimsoll/money';
import type { Settlement } from '@plimsoll/proof';
import { amountOf, atMs, count, id, int, priceOf, smallint, text } from '../../platform/db-columns.ts';
import { rowsOf, type RowOf, type Stored } from '../../platform/db-rows.ts';
import { sql, type Query, type Tx } from '../../platform/db.ts';
import { AGREED } from './columns.ts';
import type { Line, StoredOption } from './order.ts';

const AGREED_ROW = rowsOf(AGREED);
const DRAWN = rowsOf({
  rules: smallint,
  lineDelayMs: int.orNull(),
  lineWithinMs: int.orNull(),
  nextWithinMs: int.orNull(),
  lineSeq: count.orNull(),
  lineAtMs: atMs.orNull().named('line_at'),
  entrySeq: count.orNull(),
  entryPrice: priceOf.orNull(),
  expiresAtMs: atMs.orNull().named('expires_at'),
});
export const STORED_COLUMNS = `${AGREED_ROW.of('o')}, ${DRAWN.of('o')}`;
export type StoredRow = Stored<typeof AGREED_ROW> & Stored<typeof DRAWN>;

/** The line of a row; null while it is not drawn. Under rules 1 it began with the order. */
function lineOf(
  { lineSeq, lineAtMs, entrySeq, entryPrice, expiresAtMs }: RowOf<typeof DRAWN>,
  placedAtMs: number,
): Line | null {
  const seq = lineSeq ?? entrySeq;
  if (seq === null || entryPrice === null || expiresAtMs === null) return null;
  return { seq, price: entryPrice, atMs: lineAtMs ?? placedAtMs, expiresAtMs };
}

/** Reads an option's row. */
export function readOption(row: StoredRow): StoredOption {
  const agreed = AGREED_ROW.read(row);
  const drawn = DRAWN.read(row);
  const line = lineOf(drawn, agreed.placedAtMs);
  if (drawn.rules === OPTION_RULES.ticks) {
    if (!line) throw new Error(`option ${agreed.id} has no line`);
    return { ...agreed, rules: 1, line };
  }
  return {
    ...agreed,
    rules: 2,
    line,
    lineDelayMs: drawn.lineDelayMs ?? 0,
    lineWithinMs: drawn.lineWithinMs ?? 0,
    nextWithinMs: drawn.nextWithinMs ?? 0,
  };
}

const MS = `interval '1 millisecond'`;
/** The first and the last moment for the line of an option without one. */
const LINE_FROM = `o.placed_at + o.line_delay_ms * ${MS}`;
const LINE_UNTIL = `o.placed_at + (o.line_delay_ms + o.line_within_ms) * ${MS}`;

const nextDue = sql<{ at: Date | null }>(
  'option.nextDue',
  `
  select least(
    (select expires_at from option_order where status = ${OPTION_STATUS.open} and expires_at is not null
      and id <> all($1::bigint[]) order by expires_at limit 1),
    (select ${LINE_FROM} from option_order o where o.status = ${OPTION_STATUS.open} and o.expires_at is null
      and o.id <> all($1::bigint[]) order by o.placed_at limit 1)) as at`,
);

/** When the next option expires or has its line drawn, those in `aside` excepted; undefined when none is open. */
export const findNextDue = async (query: Query, aside: readonly string[]): Promise<number | undefined> =>
  (await query.run(nextDue, [aside]))[0]?.at?.getTime();

const drawDue = sql<{ id: string }>(
  'option.drawLines',
  `
  with due as (
    select o.id, o.market_id, ${LINE_FROM} as from_at, ${LINE_UNTIL} as until_at from option_order o
    where o.status = ${OPTION_STATUS.open} and o.expires_at is null and ${LINE_FROM} <= $1
    order by o.placed_at, o.id limit $2 for update skip locked)
  update option_order o
  set line_seq = k.seq, entry_price = k.price, line_at = k.time, expires_at = k.time + o.seconds * interval '1 second'
  from due d
  cross join lateral (
    select seq, price, time from mark
    where market_id = d.market_id and not held and time >= d.from_at and time <= d.until_at
    order by time, seq limit 1) k
  where o.id = d.id returning o.id`,
);

/**
 * Draws the lines whose mark is on the tape (RULES 4), of at most `max` options. The database refuses any other line.
 *
 * @returns how many.
 */
export const drawLines = async (query: Query, nowMs: number, max: number): Promise<number> =>
  (await query.run(drawDue, [new Date(nowMs), max])).length;

/** Skips options locked by another process; those whose end is not on the tape yet wait. */
const CHOSEN = `(o.id = any($3::bigint[]) or $3 is null) and o.id <> all($4::bigint[])`;
const lockByTrades = sql<StoredRow>(
  'option.lockDueByTrades',
  `
  select ${STORED_COLUMNS} from option_order o join tape_head h on h.market_id = o.market_id and h.complete_to >= o.expires_at
  where o.status = ${OPTION_STATUS.open} and o.rules = ${OPTION_RULES.ticks} and o.expires_at <= $1 and ${CHOSEN}
  order by o.expires_at, o.id limit $2 for update of o skip locked`,
);
// Checked once a market: every mark up to `complete_to` is known, so one decides an option exactly when the last of
// them is fresh at its expiry, or the first beyond falls within its wait.
const lockByMarks = sql<StoredRow>(
  'option.lockDue',
  `
  with head as materialized (
    select h.market_id, h.complete_to, l.time as last_at, n.time as next_at
    from mark_head h
    left join lateral (
      select time from mark where market_id = h.market_id and time <= h.complete_to and not held
      order by time desc, seq desc limit 1) l on true
    left join lateral (
      select time from mark where market_id = h.market_id and time > h.complete_to and not held
      order by time, seq limit 1) n on true)
  select ${STORED_COLUMNS} from option_order o join head h on h.market_id = o.market_id and h.complete_to >= o.expires_at
  where o.status = ${OPTION_STATUS.open} and o.rules = ${OPTION_RULES.marks} and o.expires_at <= $1 and ${CHOSEN}
    and (h.complete_to >= o.expires_at + o.next_within_ms * ${MS} or h.last_at >= o.expires_at - o.fresh_ms * ${MS}
      or h.next_at <= o.expires_at + o.next_within_ms * ${MS})
  order by o.expires_at, o.id limit $2 for update of o skip locked`,
);
const lockWithoutLine = sql<StoredRow>(
  'option.lockWithoutLine',
  `
  select ${STORED_COLUMNS} from option_order o
  join mark_head h on h.market_id = o.market_id and h.complete_to >= ${LINE_UNTIL}
  where o.status = ${OPTION_STATUS.open} and o.expires_at is null and ${LINE_UNTIL} <= $1 and ${CHOSEN}
    and not exists (
      select from mark k
      where k.market_id = o.market_id and not k.held and k.time >= ${LINE_FROM} and k.time <= ${LINE_UNTIL})
  order by o.placed_at, o.id limit $2 for update of o skip locked`,
);

export interface Due {
  readonly untilMs: number;
  readonly max: number;
  /** Only these; null for all. */
  readonly only: readonly string[] | null;
  /** None of these. */
  readonly aside: readonly string[];
}

/** Locks open options whose end is on the tape. */
export async function lockDueOptions(tx: Tx, { untilMs, max, only, aside }: Due): Promise<StoredOption[]> {
  const rows: StoredRow[] = [];
  for (const lock of [lockByMarks, lockWithoutLine, lockByTrades]) {
    if (rows.length < max) rows.push(...(await tx.run(lock, [new Date(untilMs), max - rows.length, only, aside])));
  }
  return rows.map(readOption);
}

const hasOld = sql<{ any: boolean }>(
  'option.anyByTrades',
  `select exists (
    select from option_order where status = ${OPTION_STATUS.open} and rules = ${OPTION_RULES.ticks} and expires_at <= $1) as any`,
);

/** True while an option of rules 1 is due: the tape of trades must be complete up to it. */
export const waitsForTrades = async (query: Query, untilMs: number): Promise<boolean> =>
  (await query.run(hasOld, [new Date(untilMs)]))[0]?.any === true;

const stakedCoin = sql<{ coin_id: string }>(
  'option.stakedCoin',
  `
  select a.coin_id from ledger_hold s join ledger_account a on a.id = s.account_id
  where s.kind = 'option-stake' and s.ref = $1`,
);

/** The coin of an option's stake, enabled or not. */
export async function findStakedCoin(tx: Tx, { id }: StoredOption): Promise<string> {
  const [row] = await tx.run(stakedCoin, [id]);
  if (!row) throw new Error(`option ${id} holds no stake`);
  return row.coin_id;
}

const nthDue = sql<{ due: boolean }>(
  'option.nthDue',
  `
  select expires_at <= $1 as due from option_order where status = ${OPTION_STATUS.open} and expires_at is not null
  order by expires_at, id offset $2 limit 1`,
);

/** True when at least `many` open options are due. */
export const isBeyond = async (query: Query, untilMs: number, many: number): Promise<boolean> =>
  (await query.run(nthDue, [new Date(untilMs), many - 1]))[0]?.due === true;

const dueIds = sql<{ id: string }>(
  'option.dueIds',
  `
  select o.id from option_order o
  where o.status = ${OPTION_STATUS.open} and o.id <> all($3::bigint[])
    and (o.expires_at <= $1 or (o.expires_at is null and ${LINE_UNTIL} <= $1))
  order by coalesce(o.expires_at, o.placed_at), o.id limit $2`,
);

/** Ids of open options due by a moment, unlocked. */
export const findDueIds = async (query: Query, { untilMs, max, aside }: Omit<Due, 'only'>): Promise<string[]> =>
  (await query.run(dueIds, [new Date(untilMs), max, aside])).map((row) => row.id);

export interface DecidingPrice {
  readonly seq: number;
  readonly price: Price;
}

export interface EndingOption {
  readonly option: StoredOption;
  readonly settlement: Settlement<DecidingPrice>;
  /** When it could be settled, in ms. */
  readonly dueAtMs: number;
}

const ENDS = rowsOf({
  id: id('option'),
  seq: count.orNull(),
  exitPrice: priceOf.orNull(),
  outcome: text,
  profit: amountOf,
});
const writeEnds = sql<never>(
  'option.writeEnds',
  `
  update option_order o
  set status = ${OPTION_STATUS.settled}, exit_seq = case o.rules when ${OPTION_RULES.ticks} then t.seq end,
    exit_mark = case o.rules when ${OPTION_RULES.marks} then t.seq end, exit_price = t.exit_price, outcome = t.outcome, profit = t.profit,
    settled_at = $1
  from ${ENDS.unnest('t', 2)}
  where o.id = t.id`,
);

/** Writes how options ended. The database refuses any end but the tape's. */
export async function writeEndings(tx: Tx, endings: readonly EndingOption[], at: Date): Promise<void> {
  if (endings.length === 0) return;
  const rows = ENDS.arrays(endings, ({ option, settlement: { exit, outcome, profit } }) => ({
    id: option.id,
    seq: exit && exit.seq,
    exitPrice: exit && exit.price,
    outcome,
    profit,
  }));
  await tx.run(writeEnds, [at, ...rows]);
}
