/** The catalogue as owners change it: coins, markets, tabs (docs/wire/operator.md). */
export { catalogueOperatorRoutes } from './operator-routes.ts';
