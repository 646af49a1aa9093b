import rights from 'virtual:plimsoll/rights';
import type { Role } from '@plimsoll/contract/operator';

/** Each may all that those before may (docs/wire/operator.md). */
const ROLES: readonly Role[] = ['viewer', 'clerk', 'treasurer', 'owner'];

/** The calls behind the actions that ra-core has names for; any other action is a POST of its name on one thing. */
const CALLS: Readonly<Record<string, (resource: string) => readonly string[]>> = {
  list: (resource) => [`GET /${resource}`],
  show: (resource) => [`GET /${resource}/{id}`, `GET /${resource}`],
  create: (resource) => [`POST /${resource}`],
  // One object of its kind has no id.
  edit: (resource) => [`PATCH /${resource}/{id}`, `PATCH /${resource}`],
};

/** The number of the thing that a list lies within: `members/7/bills`. */
const WITHIN = /\/\d+(?=\/)/g;

/** True when `role` may do this; what no call of the contract does is allowed to nobody. */
export function mayDo(
  role: Role,
  resource: string,
  action: string,
  table: Readonly<Record<string, Role>> = rights,
): boolean {
  const name = resource.replace(WITHIN, '/{id}');
  const calls = CALLS[action]?.(name) ?? [`POST /${name}/{id}/${action}`];
  const least = calls.map((call) => table[call]).find((each) => each !== undefined);
  return least !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(least);
}
