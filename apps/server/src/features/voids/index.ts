/** Voids and gaps, in public (rules 2 and 4): what could not be decided, why, and what it would have been. */
export { voidRoutes } from './routes.ts';
