/** Options (RULES 4): members stake against the platform, and the tape decides. */
export { createOptions } from './create-options.ts';
export { optionAudits } from './audit.ts';
export { openStakes } from './exposure.ts';
export type { HouseLimits } from './house-limits.ts';
export { optionOrderOperatorRoutes } from './operator-order-routes.ts';
export { optionTermOperatorRoutes } from './operator-routes.ts';
export { OptionsService, type OptionSettings } from './options-service.ts';
export { optionRoutes } from './routes.ts';
export { seedOptionTerms } from './terms.ts';
export { verifyOrder, type Verified } from './verify-order.ts';
