import rights from 'virtual:plimsoll/rights';
import type { Role } from '@plimsoll/contract/operator';

/** Ascending (docs/wire/operator.md). */
const ROLES: readonly Role[] = ['viewer', 'clerk', 'treasurer', 'owner'];

/** Calls of ra-core's actions; any other action is a POST of its name. */
const CALLS: Readonly<Record<string, (resource: string) => readonly string[]>> = {
  list: (resource) => [`GET /${resource}`],
  show: (resource) => [`GET /${resource}/{id}`, `GET /${resource}`],
  create: (resource) => [`POST /${resource}`],
  // A single resource has no id.
  edit: (resource) => [`PATCH /${resource}/{id}`, `PATCH /${resource}`],
};

/** The id in `members/7/bills`. */
const WITHIN = /\/\d+(?=\/)/g;

/** True when `role` may do this; false for what no call does. */
export function mayDo(
  role: Role,
  resource: string,
  action: string,
  table: Readonly<Record<string, Role>> = rights,
): boolean {
  const name = resource.replace(WITHIN, '/{id}');
  const calls = CALLS[action]?.(name) ?? [`POST /${name}/{id}/${action}`];
  const min = calls.map((call) => table[call]).find((each) => each !== undefined);
  return min !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(min);
}
