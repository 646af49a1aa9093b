/** How options end, reported to operators: unusual results, and the edge by market (RULES 4). */
export { createReports } from './create-reports.ts';
export { reportOperatorRoutes } from './operator-routes.ts';
