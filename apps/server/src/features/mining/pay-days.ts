import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { ok } from '@plimsoll/contract';
import { defineCommand, type GroupedWriter, type LedgerCommand } from '../../ledger/index.ts';
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

/** Most days paid by one run: what other writers wait for, at max, and what a journal can hold. */
const MAX_BATCH_SIZE = 5_000;

interface Run {
  readonly id: string;
  readonly until: PaidUntil;
  readonly days: readonly DueDay[];
}

/**
 * How far a run goes that began at `from`: to the last order it came by where there may be more, else to the end of the
 * day or to now.
 */
function reached(from: PaidUntil, to: number, found: readonly DueDay[], max: number): PaidUntil {
  const last = found.at(-1);
  if (last && found.length === max) return { dayMs: from.dayMs, phase: last.phase, orderId: last.id };
  return to === LAST_PHASE
    ? { dayMs: from.dayMs + DAY_MS, phase: -1, orderId: '0' }
    : { dayMs: from.dayMs, phase: to, orderId: EVERY_ORDER };
}

/** The next days that fell due by `nowMs`, in the order in which they did; how far that comes, unless nowhere. */
async function readRun(tx: Tx, nowMs: number, max: number): Promise<Omit<Run, 'id'> | undefined> {
  let from = await lockPaidUntil(tx);
  let isFurther = false;
  // Days on which nothing runs are passed over; each is one look at an index.
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

/**
 * Pays days that fell due, each once and in their order, whatever is restarted (RULES 6): how far payments have come is
 * kept with them, and its lock lets one server at a time go on from there. Answers how many days were paid.
 */
const paying = (clock: Clock): LedgerCommand<number, Run | null, number> =>
  defineCommand({
    name: 'mining.pay',
    async plan(tx, asked) {
      // One run a transaction is enough: whoever else asks finds the rest.
      const [max] = asked;
      const next = max === undefined ? undefined : await readRun(tx, clock.nowMs(), max);
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
 * Pays the next days that fell due, two runs of `max` at max; answers how many, 0 when all are paid. The second run
 * is sent while the database is at the first, behind it on the same connection.
 */
export function paysDays(
  { paying: writer, clock }: { readonly paying: GroupedWriter; readonly clock: Clock },
  max = MAX_BATCH_SIZE,
): () => Promise<number> {
  const command = paying(clock);
  const run = async (): Promise<number> => {
    const paid = await writer.submit(command, max);
    // Nothing is refused: what is paid was set aside.
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
