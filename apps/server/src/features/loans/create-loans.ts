import type { DueWork } from '../../platform/due-work.ts';
import type { SliceWith } from '../../platform/slice.ts';
import { loanAudits } from './audit.ts';
import { collections } from './collector.ts';
import { deciding } from './decide-loan.ts';
import type { LoanDeps } from './deps.ts';
import { loanOperatorRoutes } from './operator-routes.ts';
import { repayments } from './repay-loan.ts';
import { loanRoutes } from './routes.ts';

export interface Loans extends SliceWith<'routes' | 'operatorRoutes' | 'workers'> {
  /** Start it; stop it before its dependencies close. */
  readonly collections: DueWork;
}

/** Makes the loans slice. */
export function createLoans(deps: LoanDeps): Loans {
  const commands = { decide: deciding(deps), repay: repayments(deps.clock) };
  const collecting = collections(deps, commands.repay);
  return {
    routes: loanRoutes(deps, commands),
    operatorRoutes: loanOperatorRoutes(deps, commands.decide),
    workers: [collecting],
    audits: loanAudits,
    collections: collecting,
  };
}
