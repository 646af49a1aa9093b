import { LOAN_STATUS, ok, refuse, type Result } from '@plimsoll/contract';
import { format } from '@plimsoll/money';
import { defineCommand, type LedgerCommand, type Plan } from '../../ledger/index.ts';
import { lockLent, sharedLoans } from '../debt/index.ts';
import type { Tx } from '../../platform/db.ts';
import type { OperatorContext } from '../../platform/http/index.ts';
import { notifyMember, type Notification } from '../notices/index.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';
import type { LoanDeps } from './deps.ts';
import { dueAtMs, type LoanState } from './loan.ts';
import { lending } from './postings.ts';
import { decideLoans, endTrace, lockLoans, type DecidedLoan } from './store.ts';

/** By its member, or by an operator. */
export type LoanDecision =
  | { readonly id: string; readonly verdict: 'cancel'; readonly memberId: string }
  | {
      readonly id: string;
      readonly verdict: 'approve' | 'reject';
      readonly remark: string;
      readonly by: OperatorContext;
    };

interface Planned {
  readonly decision: LoanDecision;
  readonly loan: LoanState;
  readonly atMs: number;
}
/** Already decided: nothing was done. */
const LATE = 'late';

const STATUS = { cancel: LOAN_STATUS.cancelled, approve: LOAN_STATUS.approved, reject: LOAN_STATUS.refused } as const;

const decidedOf = ({ decision, loan: { id, days }, atMs }: Planned): DecidedLoan => ({
  id,
  atMs,
  status: STATUS[decision.verdict],
  by: decision.verdict === 'cancel' ? null : decision.by.operator.operatorId,
  remark: decision.verdict === 'cancel' ? '' : decision.remark,
  dueAtMs: decision.verdict === 'approve' ? dueAtMs(atMs, days) : null,
});

function notificationsOf({ decision, loan: { memberId, amount } }: Planned): Notification[] {
  if (decision.verdict === 'approve') return [{ memberId, kind: 'loan-approved', params: { amount: format(amount) } }];
  return decision.verdict === 'reject' ? [{ memberId, kind: 'loan-refused', params: { remark: decision.remark } }] : [];
}

async function logOf(tx: Tx, { decision, loan, atMs }: Planned): Promise<void> {
  if (decision.verdict === 'cancel') return;
  const { verdict, by, remark } = decision;
  const due = verdict === 'approve' ? { repayment_time: new Date(dueAtMs(atMs, loan.days)).toISOString() } : {};
  const before = { status: loan.status, amount: format(loan.amount), total_amount: format(loan.total) };
  await appendAuditLog(
    tx,
    {
      by,
      action: verdict,
      resource: 'loans',
      ref: loan.id,
      before,
      after: { status: STATUS[verdict], ...due },
      remark,
    },
    atMs,
  );
}

async function write(tx: Tx, done: readonly Planned[], nowMs: number): Promise<void> {
  if (done.length === 0) return;
  await Promise.all([
    decideLoans(tx, done.map(decidedOf)),
    notifyMember(tx, done.flatMap(notificationsOf), nowMs),
    ...done.map((each) => logOf(tx, each)),
  ]);
}

/**
 * Decides applications, each once (RULES 6): credited from the house account `loans` unless its member has an overdue
 * loan, refused, or cancelled by its member. One command, so that they see each other within a batch; across processes
 * the row's lock decides.
 */
export function deciding({
  clock,
  debts,
}: Pick<LoanDeps, 'clock' | 'debts'>): LedgerCommand<LoanDecision, Planned | typeof LATE, null | typeof LATE> {
  return defineCommand({
    name: 'loans.decide',
    shares: (decisions) => [sharedLoans({ loanIds: decisions.map(({ id }) => id) })],
    async plan(tx, decisions) {
      const ids = decisions.map(({ id }) => id);
      // With what their members owe, which is read below: loans are locked in one order.
      const [, loans] = await Promise.all([lockLent(tx, { loanIds: ids }), lockLoans(tx, ids)]);
      const approved = decisions.flatMap(({ id, verdict }) =>
        verdict === 'approve' ? (loans.get(id)?.memberId ?? []) : [],
      );
      const owing = approved.length > 0 ? await debts.owing(tx, approved) : new Set<string>();
      const atMs = clock.nowMs();
      const handled = new Set<string>();
      return decisions.map((decision): Result<Plan<Planned | typeof LATE>> => {
        const loan = loans.get(decision.id);
        if (!loan || (decision.verdict === 'cancel' && loan.memberId !== decision.memberId)) return refuse('not_found');
        if (loan.status !== LOAN_STATUS.applied || handled.has(loan.id))
          return decision.verdict === 'cancel' ? refuse('loan_decided') : ok({ journals: [], planned: LATE });
        if (decision.verdict === 'approve' && owing.has(loan.memberId)) return refuse('overdue_loan');
        handled.add(loan.id);
        const planned = { decision, loan, atMs };
        const by = decision.verdict === 'cancel' ? null : decision.by.operator.operatorId;
        return ok(
          decision.verdict === 'approve'
            ? { journals: [lending(loan, decision.by.operator.operatorId)], planned }
            : { journals: [], planned, trace: endTrace(loan.id, by) },
        );
      });
    },
    record: (tx, all) => ({
      outcomes: all.map((each) => (each === LATE ? LATE : null)),
      sent: write(
        tx,
        all.filter((each) => each !== LATE),
        clock.nowMs(),
      ),
    }),
  });
}
