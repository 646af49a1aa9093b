/**
 * Voids and gaps, in public (RULES 2 and RULES 4): what could not be decided, why, and what the result would have been.
 */
export { createVoids } from './create-voids.ts';
export { voidRoutes } from './routes.ts';
