/** The flash exchange: one coin for another at once (PRODUCT 17; RULES 5). */
export { createExchange } from './create-exchange.ts';
export { exchangeAudits } from './audit.ts';
export { exchangeRoutes } from './routes.ts';
