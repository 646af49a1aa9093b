import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { ok } from '@plimsoll/contract';
import { defineCommand, LOCK_RANK, type GroupedWriter, type LedgerCommand } from '../../ledger/index.ts';
import { DAY_MS } from '@plimsoll/rules';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import {
  EVERY_ORDER,
  keepPayments,
  LAST_PHASE,
  lockPaidUntil,
  readDueDays,
  setPaidUntil,
  takeRunId,
  type DueDay,
  type PaidUntil,
} from './payment-store.ts';
import { payingDays } from './postings.ts';

/** Maximum days of one run: bounds the time other writers wait, and a journal's size. */
const MAX_BATCH_SIZE = 5_000;

interface Run {
  readonly id: string;
  readonly until: PaidUntil;
  readonly days: readonly DueDay[];
}

/**
 * How far a run that began at `from` came: to the last order found when there may be more, else to the end of the day
 * or to now.
 */
function reached(from: PaidUntil, to: number, found: readonly DueDay[], max: number): PaidUntil {
  const last = found.at(-1);
  if (last && found.length === max) return { dayMs: from.dayMs, phase: last.phase, orderId: last.id };
  return to === LAST_PHASE
    ? { dayMs: from.dayMs + DAY_MS, phase: -1, orderId: '0' }
    : { dayMs: from.dayMs, phase: to, orderId: EVERY_ORDER };
}

/** The next due days by `nowMs` in order, and how far they reach; undefined when there is nothing to advance. */
async function readRun(tx: Tx, nowMs: number, max: number): Promise<Omit<Run, 'id'> | undefined> {
  let from = await lockPaidUntil(tx);
  let isFurther = false;
  // Days without orders are skipped, with one index lookup each.
  for (;;) {
    const to = Math.min(LAST_PHASE, nowMs - from.dayMs);
    if (to < from.phase || (to === from.phase && from.orderId === EVERY_ORDER))
      return isFurther ? { until: from, days: [] } : undefined;
    const found = await readDueDays(tx, from, to, max);
    const days = found.filter(({ isToPay }) => isToPay);
    from = reached(from, to, found, max);
    isFurther = true;
    if (days.length > 0) return { until: from, days };
  }
}

interface Asked {
  readonly max: number;
  readonly nowMs: number;
}

/**
 * Pays due days, each once and in order, across restarts (RULES 6): the progress is stored with them, and its lock lets
 * one server at a time continue. Answers the number of days paid.
 */
const paying = (): LedgerCommand<Asked, Run | null, number> =>
  defineCommand({
    name: 'mining.pay',
    rank: LOCK_RANK.records,
    async plan(tx, asked) {
      // One run per transaction; other requests find the rest.
      const [first] = asked;
      const next = first && (await readRun(tx, first.nowMs, first.max));
      const run = next && { ...next, id: await takeRunId(tx) };
      return asked.map((_, index) => {
        const own = index === 0 ? run : undefined;
        return ok({ journals: own && own.days.length > 0 ? [payingDays(own.id, own.days)] : [], planned: own ?? null });
      });
    },
    record: (tx, runs) => ({
      outcomes: runs.map((run) => run?.days.length ?? 0),
      sent: Promise.all(
        runs.flatMap((run) => (run ? [keepPayments(tx, run.id, run.days), setPaidUntil(tx, run.until)] : [])),
      ),
    }),
  });

/**
 * Pays the next due days in at most two runs of `max`; the number paid, 0 when none is due. The second run is sent
 * while the database executes the first, on the same connection.
 */
export function paysDays(
  { paying: writer, clock }: { readonly paying: GroupedWriter; readonly clock: Clock },
  max = MAX_BATCH_SIZE,
): () => Promise<number> {
  const command = paying();
  const run = async (): Promise<number> => {
    // Before the batch takes the time of its journals: none may be earlier than what it pays.
    const paid = await writer.submit(command, { max, nowMs: clock.nowMs() });
    // Revenue is reserved, so nothing can be refused.
    if (!paid.ok) throw new Error(`lock mining could not be paid: ${paid.refusal.reason}`);
    return paid.value;
  };
  return async () => {
    const first = run();
    await turnOfTheLoop();
    const runs = await Promise.allSettled([first, run()]);
    const failed = runs.find((each) => each.status === 'rejected');
    if (failed) throw failed.reason;
    return runs.reduce((paid, each) => paid + (each.status === 'fulfilled' ? each.value : 0), 0);
  };
}
