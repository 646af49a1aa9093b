import { ok, type Result } from '@plimsoll/contract';
import { applyLoan, cancelLoanApply, getLoanProjects, getLoanRecords, repayLoan } from '@plimsoll/contract/loans';
import { PLACES } from '@plimsoll/money';
import { memberRoute, type Route } from '../../platform/http/index.ts';
import { readOfferedLoans, shownLoan } from '../products/index.ts';
import { applications } from './apply-loan.ts';
import type { deciding } from './decide-loan.ts';
import type { LoanDeps } from './deps.ts';
import { listLoans } from './list-loans.ts';
import { lentCoin } from './loan.ts';
import type { repayments } from './repay-loan.ts';

export interface LoanCommands {
  readonly decide: ReturnType<typeof deciding>;
  readonly repay: ReturnType<typeof repayments>;
}

/**
 * Of members (docs/wire/loans.md). The switch stops new applications; existing ones go on, and can be cancelled and
 * repaid.
 */
export function loanRoutes(deps: LoanDeps, { decide, repay }: LoanCommands): readonly Route[] {
  const { db, writer, clock, market } = deps;
  const apply = applications(deps);
  const nothing = (done: Result<unknown>): Result<null> => (done.ok ? ok(null) : done);
  return [
    memberRoute(getLoanProjects, async ({ id }) => {
      const decimals = lentCoin(market)?.decimals ?? PLACES;
      const offered = await readOfferedLoans(db, id === undefined ? undefined : [id]);
      return ok({ list: offered.map((loan) => shownLoan(loan, decimals)) });
    }),
    memberRoute(applyLoan, (input, { memberId, claim }) => apply(memberId, input, claim), {
      enabled: ({ loan_switch }) => loan_switch === 1,
    }),
    memberRoute(cancelLoanApply, async ({ id }, { memberId, claim }) =>
      nothing(await writer.submit(decide, { id, verdict: 'cancel', memberId }, claim)),
    ),
    // No payment password: repaying one's own debt harms nobody.
    memberRoute(repayLoan, async ({ id }, { memberId, claim }) =>
      nothing(await writer.submit(repay, { id, by: memberId }, claim)),
    ),
    memberRoute(getLoanRecords, async (input, { memberId, lang }) =>
      ok({ list: await listLoans(db, memberId, { lang, nowMs: clock.nowMs() }, input) }),
    ),
  ];
}
