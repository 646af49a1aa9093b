import * as calls from '@plimsoll/contract/operator/products';
import type { OperatorRoute } from '../../platform/http/index.ts';
import { crudRoutes, type CrudDeps } from '../../platform/crud/index.ts';
import { loanResource } from './loan-projects.ts';
import { miningResource } from './mining-products.ts';
import { stakingResource } from './staking-projects.ts';

/** Console calls of loans, lock mining and staking (docs/wire/operator.md). */
export const productOperatorRoutes = (
  deps: Pick<CrudDeps, 'db' | 'clock' | 'log' | 'proposals'>,
): readonly OperatorRoute[] => [
  ...crudRoutes(
    {
      list: calls.listLoanProjects,
      read: calls.readLoanProject,
      create: calls.createLoanProject,
      change: calls.changeLoanProject,
    },
    loanResource,
    deps,
  ),
  ...crudRoutes(
    {
      list: calls.listMiningProducts,
      read: calls.readMiningProduct,
      create: calls.createMiningProduct,
      change: calls.changeMiningProduct,
    },
    miningResource,
    deps,
  ),
  ...crudRoutes(
    {
      list: calls.listStakingProjects,
      read: calls.readStakingProject,
      create: calls.createStakingProject,
      change: calls.changeStakingProject,
    },
    stakingResource,
    deps,
  ),
];
