/** Loans, lock mining and staking as owners offer them (RULES 6; docs/wire/operator.md). */
export { createProducts } from './create-products.ts';
export { productOperatorRoutes } from './operator-routes.ts';
export { readMiningOffers, type MiningOffer } from './mining-offers.ts';
export { readStakingOffers, type StakingOffer } from './staking-offers.ts';
export { seedProducts } from './seed-products.ts';
export { readOfferedLoans, seedLoanProjects, shownLoan, type OfferedLoan } from './offered-loans.ts';
