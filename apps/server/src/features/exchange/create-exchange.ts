import type { Slice } from '../../platform/slice.ts';
import { type ExchangeDeps, exchangeRoutes } from './routes.ts';
import { exchangeAudits } from './audit.ts';

/** Opens the flash exchange. */
export const createExchange = (deps: ExchangeDeps): Slice => ({
  routes: exchangeRoutes(deps),
  audits: exchangeAudits,
});
