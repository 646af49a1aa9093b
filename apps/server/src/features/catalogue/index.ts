/**
 * The catalogue as owners change it: coins, markets, tabs; and what every kind of thing that owners keep has in common
 * (docs/wire/operator.md).
 */
export { catalogueOperatorRoutes } from './operator-routes.ts';
export { oneRow, refuseField, type CrudResource } from './crud-resource.ts';
export { crudRoutes, type CrudDeps } from './crud-routes.ts';
