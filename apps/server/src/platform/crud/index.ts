/** CRUD resources of the console (docs/wire/operator.md). */
export { oneRow, refuseField, type CrudResource } from './crud-resource.ts';
export { crudRoutes, type CrudDeps } from './crud-routes.ts';
