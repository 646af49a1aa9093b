import * as calls from '@plimsoll/contract/operator/products';
import type { OperatorRoute } from '../../platform/http/index.ts';
import { shelfRoutes, type ShelfDeps } from '../catalogue/index.ts';
import { loanShelf } from './loan-projects.ts';
import { miningShelf } from './mining-products.ts';
import { stakingShelf } from './staking-projects.ts';

/** The console's calls of loans, lock mining and staking as they are offered (docs/wire/operator.md). */
export const productOperatorRoutes = (deps: Pick<ShelfDeps, 'db' | 'clock' | 'log' | 'proposals'>): readonly OperatorRoute[] => [
  ...shelfRoutes({ list: calls.listLoanProjects, read: calls.readLoanProject, create: calls.createLoanProject, change: calls.changeLoanProject }, loanShelf, deps),
  ...shelfRoutes({ list: calls.listMiningProducts, read: calls.readMiningProduct, create: calls.createMiningProduct, change: calls.changeMiningProduct }, miningShelf, deps),
  ...shelfRoutes(
    { list: calls.listStakingProjects, read: calls.readStakingProject, create: calls.createStakingProject, change: calls.changeStakingProject }, stakingShelf, deps,
  ),
];
