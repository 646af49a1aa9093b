/** The catalogue as owners change it: coins, markets, tabs (docs/wire/operator.md). */
export { createCatalogue } from './create-catalogue.ts';
export { catalogueOperatorRoutes } from './operator-routes.ts';
