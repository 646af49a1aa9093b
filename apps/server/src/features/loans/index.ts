/** Loans (spec part 2, /loans; rules 6, docs/LOANS.md). */
import type { DueWork } from '../../platform/due-work.ts';
import type { OperatorRoute, Route } from '../../platform/http/index.ts';
import type { OwedOverdue } from '../funding/index.ts';
import { collections } from './collector.ts';
import { deciding } from './decide-loan.ts';
import type { LoanDeps } from './deps.ts';
import { loanOperatorRoutes } from './operator-routes.ts';
import { repayments } from './repay-loan.ts';
import { loanRoutes } from './routes.ts';
import { readOwed } from './store.ts';

export { loanAudits } from './audit.ts';

export interface Loans {
  readonly routes: readonly Route[];
  readonly operatorRoutes: readonly OperatorRoute[];
  /** Collects loans: start it, and stop it before what it works with is closed. */
  readonly collections: DueWork;
  /** What of a member's funds is owed on loans past their time, and can be neither withdrawn nor sent. */
  readonly owedOverdue: OwedOverdue;
}

/** Opens the loans slice. */
export function createLoans(deps: LoanDeps): Loans {
  const deeds = { decide: deciding(deps.clock), repay: repayments(deps.clock) };
  return {
    routes: loanRoutes(deps, deeds),
    operatorRoutes: loanOperatorRoutes(deps, deeds.decide),
    collections: collections(deps, deeds.repay),
    owedOverdue: (query, memberId, coinId) => readOwed(query, memberId, coinId, deps.clock.nowMs()),
  };
}
