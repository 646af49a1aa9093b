import { sql, type Query } from '../../platform/db.ts';

/** Days that every tick is kept. */
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

const thin = sql<{ looked: number; removed: number }>('tape.thin', 'select looked, removed from tape_thin($1)');

/**
 * Removes ticks older than thirty days that nothing needs (RULES 2), a few thousand at a time, each time in a
 * transaction of its own, until there are no more or `isStopped`. @returns how many went.
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
