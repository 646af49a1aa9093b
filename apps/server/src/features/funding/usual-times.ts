import { RECORD_STATUS } from '@plimsoll/contract';
import type { Clock } from '../../platform/clock.ts';
import { sql, type Query } from '../../platform/db.ts';

/** So far back is looked. */
const LATELY_MS = 30 * 24 * 60 * 60 * 1000;
/** Fewer say nothing about the next one. */
const AT_LEAST = 10;
/** The newest of them are enough, and so many are read quickly. */
const AT_MOST = 1000;
/** So long is known what was read. */
const KEPT_MS = 5 * 60 * 1000;

/** Reads in order the index of what was credited, or sent. */
const middle = (name: string, table: 'recharge' | 'withdrawal') =>
  sql<{ minutes: number | null }>(
    name,
    `
  select case when count(*) >= ${AT_LEAST} then
    greatest(1, ceil(percentile_cont(0.5) within group (order by extract(epoch from took)) / 60))::int end as minutes
  from (select decided_at - created_at as took from ${table}
    where status = ${RECORD_STATUS.completed} and decided_at > $1 order by decided_at desc limit ${AT_MOST}) lately`,
  );
const STATEMENTS = {
  recharge: middle('funding.usualRecharge', 'recharge'),
  withdrawal: middle('funding.usualWithdrawal', 'withdrawal'),
};

/**
 * Minutes from the request until it was credited or sent: the median of those of the last 30 days; null where they are
 * fewer than ten.
 */
export type UsualTimes = (kind: keyof typeof STATEMENTS) => Promise<number | null>;

/** Remembers each for five minutes: all members ask the same. */
export function usualTimes({ db, clock }: { readonly db: Query; readonly clock: Clock }): UsualTimes {
  const known = new Map<keyof typeof STATEMENTS, { readonly atMs: number; readonly minutes: number | null }>();
  return async (kind) => {
    const last = known.get(kind);
    const nowMs = clock.nowMs();
    if (last && nowMs - last.atMs < KEPT_MS) return last.minutes;
    const [row] = await db.run(STATEMENTS[kind], [new Date(nowMs - LATELY_MS)]);
    const minutes = row?.minutes ?? null;
    known.set(kind, { atMs: nowMs, minutes });
    return minutes;
  };
}
