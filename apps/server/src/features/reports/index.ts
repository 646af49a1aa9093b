/** How options end, reported to operators: unusual results, and the edge by market (rules 4). */
export { reportOperatorRoutes } from './operator-routes.ts';
