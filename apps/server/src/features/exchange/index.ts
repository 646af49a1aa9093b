/** The flash exchange: one coin for another at once (spec part 2, /exchangeb; RULES 5). */
export { exchangeAudits } from './audit.ts';
export { exchangeRoutes } from './routes.ts';
