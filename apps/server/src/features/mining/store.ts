import { MINING_STATUS } from '@plimsoll/contract';
import { amount, type Amount } from '@plimsoll/money';
import { amountOf, atMs, id, int, rateOf, smallint } from '../../platform/db-columns.ts';
import { rowsOf } from '../../platform/db-rows.ts';
import { DAY_MS } from '@plimsoll/rules';
import { sql, type Query, type Tx } from '../../platform/db.ts';
import type { Locked, PlacedOrder } from './mining-order.ts';

const takeIds = sql<{ id: string }>(
  'mining.takeIds',
  `select nextval('mining_order_id_seq') as id from generate_series(1, $1)`,
);

/** Takes ascending ids for new orders. */
export const takeOrderIds = async (tx: Tx, count: number): Promise<string[]> =>
  (await tx.run(takeIds, [count])).map(({ id }) => id);

const frozen = sql<{ id: string }>(
  'mining.frozenMembers',
  'select id from member where id = any($1::bigint[]) and frozen',
);

/** Which of these members are frozen. */
export const frozenAmong = async (query: Query, memberIds: readonly string[]): Promise<Set<string>> =>
  new Set((await query.run(frozen, [memberIds])).map(({ id }) => id));

const ORDERS = rowsOf({
  id: id('mining order'),
  memberId: id('member'),
  productId: id('mining product'),
  productVersion: int,
  coinId: id('coin'),
  rate: rateOf.named('interest_rate'),
  days: int,
  decimals: smallint,
  amount: amountOf,
  daily: amountOf,
  placedAtMs: atMs.named('placed_at'),
  endsAtMs: atMs.named('ends_at'),
  phase: int,
});
const insertAll = sql<never>(
  'mining.insert',
  `insert into mining_order (${ORDERS.columns}) select * from ${ORDERS.unnest('t', 1)}`,
);
// After the clock was set back, payments may be past the first day of a new order: the progress returns to it. Paid
// days stay paid.
const payFrom = sql<never>(
  'mining.payFrom',
  `
  update mining_paid_until u set (day, phase, order_id) = (select ($1::timestamptz at time zone 'UTC')::date, $2::int, 0)
  where (u.day - date '2000-01-01') * 86400000::bigint + u.phase >= $3::bigint`,
);
const EPOCH_2000_MS = Date.UTC(2000, 0, 1);

/** Inserts orders, and makes payments include their first days. */
export async function insertOrders(tx: Tx, rows: readonly PlacedOrder[]): Promise<void> {
  if (rows.length === 0) return;
  const earliestMs = Math.min(...rows.map(({ placedAtMs }) => placedAtMs));
  await Promise.all([
    tx.run(
      insertAll,
      ORDERS.arrays(rows, (row) => ({ ...row, phase: row.placedAtMs % DAY_MS })),
    ),
    tx.run(payFrom, [new Date(earliestMs), earliestMs % DAY_MS, earliestMs + DAY_MS - EPOCH_2000_MS]),
  ]);
}

/** An order, as its end needs it. */
export interface OrderToEnd extends Locked {
  readonly isOpen: boolean;
  readonly endsAtMs: number;
  /** All its revenue was paid. */
  readonly isPaid: boolean;
  readonly coin: string;
  readonly revenue: Amount;
}
interface EndRow {
  id: string;
  member_id: string;
  coin_id: string;
  coin: string;
  amount: string;
  status: number;
  ends_at: Date;
  promised: string;
  is_paid: boolean;
}
const lock = sql<EndRow>(
  'mining.lock',
  `
  select o.id, o.member_id, o.coin_id, c.title as coin, o.amount, o.status, o.ends_at, h.amount as promised,
    h.captured = h.amount as is_paid
  from mining_order o join coin c on c.id = o.coin_id join ledger_hold h on h.kind = 'mining-reward' and h.ref = o.id
  where o.id = any($1::bigint[]) order by o.id for update of o`,
);

/** Locks these orders until the transaction ends. */
export async function lockOrders(tx: Tx, ids: readonly string[]): Promise<Map<string, OrderToEnd>> {
  return new Map(
    (await tx.run(lock, [ids])).map((row) => [
      row.id,
      {
        id: row.id,
        memberId: row.member_id,
        coinId: row.coin_id,
        coin: row.coin,
        amount: amount(row.amount),
        revenue: amount(row.promised),
        isOpen: row.status === MINING_STATUS.running,
        endsAtMs: row.ends_at.getTime(),
        isPaid: row.is_paid,
      },
    ]),
  );
}

const endAll = sql<never>(
  'mining.end',
  `update mining_order set status = ${MINING_STATUS.ended}, ended_at = $2 where id = any($1::bigint[])`,
);
/** Stores that orders ended. */
export const endOrders = (tx: Tx, ids: readonly string[], atMs: number): Promise<unknown> =>
  tx.run(endAll, [ids, new Date(atMs)]);

const due = sql<{ id: string }>(
  'mining.due',
  `
  select id from mining_order
  where status = ${MINING_STATUS.running} and ends_at <= $1 order by ends_at, id limit $2`,
);
const nextEnd = sql<{ at: Date | null }>(
  'mining.nextEnd',
  `select min(ends_at) as at from mining_order where status = ${MINING_STATUS.running}`,
);

/** Orders due by `nowMs`, the longest due first. */
export const readDue = async (query: Query, nowMs: number, most: number): Promise<string[]> =>
  (await query.run(due, [new Date(nowMs), most])).map(({ id }) => id);
/** When the next order ends; null when none runs. */
export const readNextEndMs = async (query: Query): Promise<number | null> =>
  (await query.run(nextEnd))[0]?.at?.getTime() ?? null;
