/** Loans (PRODUCT 20; RULES 6, docs/LOANS.md). */
import type { DueWork } from '../../platform/due-work.ts';
import type { OperatorRoute, Route } from '../../platform/http/index.ts';
import { collections } from './collector.ts';
import { deciding } from './decide-loan.ts';
import type { LoanDeps } from './deps.ts';
import { loanOperatorRoutes } from './operator-routes.ts';
import { repayments } from './repay-loan.ts';
import { loanRoutes } from './routes.ts';

export { loanAudits } from './audit.ts';

export interface Loans {
  readonly routes: readonly Route[];
  readonly operatorRoutes: readonly OperatorRoute[];
  /** Collects loans: start it, and stop it before what it works with is closed. */
  readonly collections: DueWork;
}

/** Opens the loans slice. */
export function createLoans(deps: LoanDeps): Loans {
  const commands = { decide: deciding(deps), repay: repayments(deps.clock) };
  return {
    routes: loanRoutes(deps, commands),
    operatorRoutes: loanOperatorRoutes(deps, commands.decide),
    collections: collections(deps, commands.repay),
  };
}
