import type { GroupedWriter, Journal } from '../../ledger/index.ts';
import type { Query } from '../../platform/db.ts';
import { DueWork } from '../../platform/due-work.ts';
import type { LoanDeps } from './deps.ts';
import { fundsOf } from './postings.ts';
import type { repayments } from './repay-loan.ts';
import { readDebtors, readDue, readNextDueMs, readPayable } from './store.ts';

/** Collections of one batch. */
const MAX_BATCH_SIZE = 500;

/**
 * Collects loans when due, and overdue ones when their members have enough: at once when this process posts the money,
 * else within seconds, since every pass reads who can pay (RULES 6).
 */
export function collections(
  { db, writer, clock, log }: Pick<LoanDeps, 'db' | 'writer' | 'clock' | 'log'>,
  command: ReturnType<typeof repayments>,
): DueWork {
  const debts = new Debts(db);
  const collect = async (ids: readonly string[]): Promise<number> => {
    const ended = await Promise.allSettled(ids.map((id) => writer.submit(command, { id, by: null })));
    const done = ended.filter(
      (each) => each.status === 'fulfilled' && each.value.ok && each.value.value !== null,
    ).length;
    const failed = ended.find((each) => each.status === 'rejected');
    if (done === 0 && failed) throw failed.reason;
    return done;
  };
  const work = new DueWork({
    name: 'loans to collect',
    clock,
    log,
    nextDueMs: async () => (debts.somethingCame ? clock.nowMs() : readNextDueMs(db)),
    async doDue(nowMs) {
      debts.somethingCame = false;
      const due = await collect(await readDue(db, nowMs, MAX_BATCH_SIZE));
      // Debtors first, then who can pay: money posted after the first read is noticed by it, earlier money by the
      // second.
      await debts.refresh();
      return due + (await collect(await readPayable(db, nowMs, MAX_BATCH_SIZE)));
    },
  });
  watch(writer, debts, work);
  return work;
}

/** Members with overdue loans, as of the last pass. */
class Debts {
  readonly #query: Query;
  #members: ReadonlySet<string> = new Set();
  /** To a debtor, since the last pass. */
  somethingCame = false;

  constructor(query: Query) {
    this.#query = query;
  }
  async refresh(): Promise<void> {
    this.#members = new Set(await readDebtors(this.#query));
  }
  /** Whether one of these journals adds to a debtor's available funds. */
  gain(journals: readonly Journal[]): boolean {
    if (this.#members.size === 0) return false;
    return journals.some(({ lines }) =>
      lines.some(
        ({ to, toFrozen }) =>
          !toFrozen && 'memberId' in to && to.type === fundsOf(to).type && this.#members.has(to.memberId),
      ),
    );
  }
}

function watch(writer: GroupedWriter, debts: Debts, work: DueWork): void {
  writer.onPosted((journals) => {
    if (!debts.gain(journals)) return;
    debts.somethingCame = true;
    work.wake();
  });
}
