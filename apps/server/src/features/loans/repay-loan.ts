import { LOAN_STATUS, ok, refuse, REPAYMENT, type Result } from '@plimsoll/contract';
import { format, minus, plus, ZERO, type Amount } from '@plimsoll/money';
import { accountKey, availableIn, defineCommand, type LedgerCommand, type Plan } from '../../ledger/index.ts';
import { sharedLoans } from '../debt/index.ts';
import { lateInterest } from '@plimsoll/rules';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { notifyMember, type Notification } from '../notices/index.ts';
import { lateOf, type LoanState } from './loan.ts';
import { fundsOf, repaying } from './postings.ts';
import { lockLoans, overdueLoans, repaidLoans } from './store.ts';

/** By the member, or, with null, by the clock. */
export interface Repaying {
  readonly id: string;
  readonly by: string | null;
}
/** Null when nothing was done, and for a member's repayment. */
export type Collected = 'repaid' | 'overdue' | null;

interface Planned {
  readonly loan: LoanState;
  readonly by: string | null;
  readonly outcome: Collected;
  /** Late interest, beside the total, at this time. */
  readonly late: Amount;
  readonly atMs: number;
}

function notificationsOf({ loan: { memberId, total }, by, outcome, late }: Planned): Notification[] {
  const params = { amount: format(plus(total, late)) };
  if (outcome === 'overdue') return [{ memberId, kind: 'loan-overdue', params }];
  return outcome === 'repaid' && by === null ? [{ memberId, kind: 'loan-collected', params }] : [];
}

async function write(tx: Tx, all: readonly Planned[]): Promise<void> {
  const repaid = all.filter(({ outcome }) => outcome === 'repaid');
  const overdue = all.filter(({ outcome }) => outcome === 'overdue');
  const [first] = all;
  if (first === undefined || repaid.length + overdue.length === 0) return;
  // Planned together; a clock that goes on meanwhile may begin another day.
  const { atMs } = first;
  const at = new Date(atMs);
  await Promise.all([
    repaidLoans(
      tx,
      repaid.map(({ loan: { id }, by, late }) => ({ id, byMember: by !== null, late })),
      at,
    ),
    overdueLoans(
      tx,
      overdue.map(({ loan: { id } }) => id),
      at,
    ),
    notifyMember(tx, all.flatMap(notificationsOf), atMs),
  ]);
}

/** Funds left while a batch is planned: two loans of a member are not collected from the same money. */
class Balances {
  readonly #left: Map<string, Amount>;
  constructor(available: ReadonlyMap<string, Amount>) {
    this.#left = new Map(available);
  }
  take(loan: LoanState, owed: Amount): boolean {
    const key = accountKey(fundsOf(loan));
    const left = this.#left.get(key) ?? ZERO;
    if (left < owed) return false;
    this.#left.set(key, minus(left, owed));
    return true;
  }
}

/**
 * Repays whole loans, each once (RULES 6): at any time when the member asks; by the clock when due, and what funds do
 * not cover is then overdue and bears interest for each full day. One command, so that both see each other within a
 * batch; else the row's lock decides. If funds are spent between plan and posting, the ledger refuses and the next pass
 * tries again.
 */
export function repayments(clock: Clock): LedgerCommand<Repaying, Planned, Collected> {
  return defineCommand({
    name: 'loans.repay',
    shares: (wishes) => [sharedLoans({ loanIds: wishes.map(({ id }) => id) })],
    async plan(tx, wishes) {
      const loans = await lockLoans(
        tx,
        wishes.map(({ id }) => id),
      );
      const balances = new Balances(await availableIn(tx, [...loans.values()].map(fundsOf)));
      const atMs = clock.nowMs();
      const handled = new Set<string>();
      return wishes.map(({ id, by }): Result<Plan<Planned>> => {
        const loan = loans.get(id);
        if (!loan || (by !== null && loan.memberId !== by)) return refuse('not_found');
        const isOpen = loan.status === LOAN_STATUS.approved && loan.repayment !== REPAYMENT.repaid && !handled.has(id);
        const nothing: Result<Plan<Planned>> = ok({
          journals: [],
          planned: { loan, by, outcome: null, late: ZERO, atMs },
        });
        if (by === null && (!isOpen || loan.dueAtMs === null || loan.dueAtMs > atMs)) return nothing;
        if (!isOpen) return refuse('nothing_to_repay');
        const late = lateInterest(lateOf(loan), atMs);
        if (!balances.take(loan, plus(loan.total, late))) {
          if (by !== null) return refuse('insufficient_balance');
          return loan.repayment === REPAYMENT.overdue
            ? nothing
            : ok({ journals: [], planned: { loan, by, outcome: 'overdue', late, atMs } });
        }
        handled.add(id);
        return ok({ journals: [repaying(loan, late, by)], planned: { loan, by, outcome: 'repaid', late, atMs } });
      });
    },
    record: (tx, all) => ({
      outcomes: all.map(({ outcome, by }) => (by === null ? outcome : null)),
      sent: write(tx, all),
    }),
  });
}
