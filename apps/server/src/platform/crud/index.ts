/** One kind of thing that owners keep (docs/wire/operator.md): its rows, and the four calls that list, read and write. */
export { oneRow, refuseField, type CrudResource } from './crud-resource.ts';
export { crudRoutes, type CrudDeps } from './crud-routes.ts';
