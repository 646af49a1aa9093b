import { ok } from '@plimsoll/contract';
import { refuseOperator, type LoanForOperator, type OperatorResult } from '@plimsoll/contract/operator';
import { approveLoan, listLoans, readLoan, rejectLoan } from '@plimsoll/contract/operator/loans';
import { operatorRoute, type OperatorContext, type OperatorRoute } from '../../platform/http/index.ts';
import { browseLoans } from './browse-loans.ts';
import type { deciding, LoanDecision } from './decide-loan.ts';
import type { LoanDeps } from './deps.ts';
import { loansForOperator } from './review.ts';

/** The review queue of loans (docs/wire/operator.md). */
export function loanOperatorRoutes(
  { db, writer, clock, debts, uploads }: LoanDeps,
  command: ReturnType<typeof deciding>,
): readonly OperatorRoute[] {
  const read = (
    ids: readonly string[],
    { lang, operator: { operatorId } }: OperatorContext,
  ): Promise<LoanForOperator[]> =>
    loansForOperator(db, ids, {
      lang,
      nowMs: clock.nowMs(),
      debts,
      link: (ref, image, upload) => uploads.linkFor({ operatorId, resource: 'loans', ref, image }, upload),
    });
  const one = async (id: string, by: OperatorContext): Promise<OperatorResult<LoanForOperator>> => {
    const [loan] = await read([id], by);
    return loan ? ok(loan) : refuseOperator('not_found');
  };
  async function decide(decision: LoanDecision, by: OperatorContext): Promise<OperatorResult<LoanForOperator>> {
    const done = await writer.submit(command, decision);
    if (!done.ok) return done;
    return done.value === null ? one(decision.id, by) : refuseOperator('already_decided');
  }

  return [
    operatorRoute(listLoans, async (input, by) => {
      const { ids, total } = await browseLoans(db, input);
      return ok({ list: await read(ids, by), total });
    }),
    operatorRoute(readLoan, ({ id }, by) => one(id, by)),
    operatorRoute(approveLoan, ({ id, remark }, by) => decide({ id, verdict: 'approve', remark, by }, by)),
    operatorRoute(rejectLoan, async ({ id, remark }, by) =>
      remark === '' ? refuseOperator('remark_needed') : decide({ id, verdict: 'reject', remark, by }, by),
    ),
  ];
}
