/** Destinations of withdrawals, and networks of coins (PRODUCT 27, PRODUCT 29; RULES 5). */
export { createPayouts } from './create-payouts.ts';
export { listAddresses } from './list-addresses.ts';
export { readNetworks } from './networks.ts';
export { networkOperatorRoutes } from './operator-routes.ts';
export { payoutRoutes } from './routes.ts';
export { seedNetworks } from './seed-networks.ts';
export { countUses, readCards, type CardListed } from './store.ts';
