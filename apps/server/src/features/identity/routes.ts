import { ok } from '@plimsoll/contract';
import { getIdentity, usrsetreal } from '@plimsoll/contract/identity';
import { memberRoute, type Route } from '../../platform/http/index.ts';
import { applyForIdentity } from './apply.ts';
import type { IdentityDeps } from './deps.ts';
import { readOwnIdentity } from './own-identity.ts';

/** The member's calls (docs/wire/membership.md). `certification_switch` refuses neither. */
export function identityRoutes(deps: IdentityDeps): readonly Route[] {
  return [
    memberRoute(usrsetreal, (input, { memberId }) => applyForIdentity(deps, memberId, input)),
    memberRoute(getIdentity, async (_input, { memberId }) => ok(await readOwnIdentity(deps, memberId))),
  ];
}
