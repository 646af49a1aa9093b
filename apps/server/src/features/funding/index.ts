/** Money in and out of the platform (rules 5). */
export { fundingRoutes } from './routes.ts';
