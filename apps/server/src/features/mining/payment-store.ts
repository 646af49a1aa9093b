import { MINING_STATUS } from '@plimsoll/contract';
import { amount } from '@plimsoll/money';
import { id, smallint } from '../../platform/db-columns.ts';
import { rowsOf } from '../../platform/db-rows.ts';
import { DAY_MS } from '@plimsoll/rules';
import { sql, type Query, type Tx } from '../../platform/db.ts';
import type { DayToPay } from './postings.ts';

/**
 * Progress of payments: everything due before this millisecond is paid, and of those due in it the orders up to
 * `orderId`.
 */
export interface PaidUntil {
  /** Start of the day (UTC). */
  readonly dayMs: number;
  /** Millisecond of the day; -1 before the first. */
  readonly phase: number;
  readonly orderId: string;
}

/** Above every order's id. */
export const EVERY_ORDER = '9223372036854775807';
/** The last millisecond of a day. */
export const LAST_PHASE = DAY_MS - 1;

interface UntilRow {
  day_ms: string;
  phase: number;
  order_id: string;
}
const UNTIL = `select extract(epoch from day)::bigint * 1000 as day_ms, phase, order_id from mining_paid_until`;
const readUntil = sql<UntilRow>('mining.paidUntil', UNTIL);
const lockUntil = sql<UntilRow>('mining.lockPaidUntil', `${UNTIL} for update`);
const setUntil = sql<never>(
  'mining.setPaidUntil',
  `update mining_paid_until set day = ($1::timestamptz at time zone 'UTC')::date, phase = $2, order_id = $3`,
);

function untilOf(rows: readonly UntilRow[]): PaidUntil {
  const [row] = rows;
  if (!row) throw new Error('lock mining has no payment progress row');
  return { dayMs: Number(row.day_ms), phase: row.phase, orderId: row.order_id };
}

/** Locks and reads the progress of payments. */
export const lockPaidUntil = async (tx: Tx): Promise<PaidUntil> => untilOf(await tx.run(lockUntil));
/** Stores the progress. */
export const setPaidUntil = (tx: Tx, { dayMs, phase, orderId }: PaidUntil): Promise<unknown> =>
  tx.run(setUntil, [new Date(dayMs), phase, orderId]);

const nextPhase = sql<{ phase: number }>(
  'mining.nextPhase',
  `
  select phase from mining_order
  where status = ${MINING_STATUS.running} and (phase, id) > ($1, $2) order by phase, id limit 1`,
);

/** When a payment may be due next, or earlier; null when no order runs. */
export async function readNextPaymentMs(query: Query): Promise<number | null> {
  const until = untilOf(await query.run(readUntil));
  const [later] = await query.run(nextPhase, [until.phase, until.orderId]);
  if (later) return until.dayMs + later.phase;
  const [tomorrow] = await query.run(nextPhase, [-1, '0']);
  return tomorrow ? until.dayMs + DAY_MS + tomorrow.phase : null;
}

/** An order's day that is due. */
export interface DueDay extends DayToPay {
  readonly phase: number;
  readonly day: number;
  /** A day of the order that is not paid yet. */
  readonly isToPay: boolean;
}
interface DueDayRow {
  id: string;
  phase: number;
  member_id: string;
  coin_id: string;
  daily: string;
  day: number;
  to_pay: boolean;
}
const dueDays = sql<DueDayRow>('mining.dueDays', 'select * from mining_orders_due($1, $2, $3, $4, $5)');

/** Orders due after `from` up to the phase `to` of the same day, at most `max`. */
export async function readDueDays(tx: Tx, from: PaidUntil, to: number, max: number): Promise<DueDay[]> {
  return (await tx.run(dueDays, [new Date(from.dayMs), from.phase, from.orderId, to, max])).map((row) => ({
    id: row.id,
    memberId: row.member_id,
    coinId: row.coin_id,
    daily: amount(row.daily),
    phase: row.phase,
    day: row.day,
    isToPay: row.to_pay,
  }));
}

const takeRun = sql<{ id: string }>('mining.takeRun', `select nextval('mining_run_id_seq') as id`);
/** Takes a run's number. */
export const takeRunId = async (tx: Tx): Promise<string> => (await tx.run(takeRun))[0]?.id ?? '';

const PAYMENTS = rowsOf({ id: id('mining order').named('order_id'), day: smallint });
const insertPayments = sql<never>(
  'mining.insertPayments',
  `insert into mining_payment (${PAYMENTS.columns}, run) select t.*, $1 from ${PAYMENTS.unnest('t', 2)}`,
);
/** Stores what a run pays; fails for a day already paid. */
export const keepPayments = (tx: Tx, run: string, days: readonly Pick<DueDay, 'id' | 'day'>[]): Promise<unknown> =>
  tx.run(insertPayments, [run, ...PAYMENTS.arrays(days)]);
