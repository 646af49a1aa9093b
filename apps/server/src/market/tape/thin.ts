import { sql, type Query } from '../../platform/db.ts';

const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

const thin = sql<{ looked: number; removed: number }>('tape.thin', 'select looked, removed from tape_thin($1)');

/**
 * Removes unneeded ticks older than thirty days (RULES 2), a few thousand a transaction, until none are left or
 * `isStopped`. @returns how many.
 */
export async function thinTape(query: Query, nowMs: number, isStopped: () => boolean = () => false): Promise<number> {
  let removed = 0;
  while (!isStopped()) {
    const [turn] = await query.run(thin, [new Date(nowMs - KEPT_DAYS * DAY_MS)]);
    if (!turn || turn.looked === 0) break;
    removed += turn.removed;
  }
  return removed;
}
