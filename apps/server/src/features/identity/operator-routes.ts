import { ok } from '@plimsoll/contract';
import { isAtLeast, refuseOperator, type IdentityForOperator, type OperatorResult } from '@plimsoll/contract/operator';
import { approveIdentity, listIdentities, readIdentity, rejectIdentity } from '@plimsoll/contract/operator/identity';
import { operatorRoute, type OperatorContext, type OperatorRoute } from '../../platform/http/index.ts';
import { browseIdentities } from './browse.ts';
import { decideIdentity } from './decide.ts';
import type { IdentityDeps } from './deps.ts';
import { identitiesForOperator } from './review.ts';

/** The queue of applications (docs/wire/operator.md). Viewers see no images. */
export function identityOperatorRoutes(deps: IdentityDeps): readonly OperatorRoute[] {
  const { db, uploads } = deps;
  const read = (
    ids: readonly string[],
    { operator: { operatorId, role } }: OperatorContext,
  ): Promise<IdentityForOperator[]> =>
    identitiesForOperator(db, ids, (ref, image, upload) =>
      isAtLeast(role, 'clerk') ? uploads.linkFor({ operatorId, resource: 'identities', ref, image }, upload) : null,
    );
  const one = async (id: string, by: OperatorContext): Promise<OperatorResult<IdentityForOperator>> => {
    const [application] = await read([id], by);
    return application ? ok(application) : refuseOperator('not_found');
  };
  async function decide(
    id: string,
    verdict: 'approve' | 'reject',
    remark: string,
    by: OperatorContext,
  ): Promise<OperatorResult<IdentityForOperator>> {
    const done = await decideIdentity(deps, { id, verdict, remark, by });
    return done.ok ? one(id, by) : done;
  }

  return [
    operatorRoute(listIdentities, async (input, by) => {
      const { ids, total } = await browseIdentities(db, input);
      return ok({ list: await read(ids, by), total });
    }),
    operatorRoute(readIdentity, ({ id }, by) => one(id, by)),
    operatorRoute(approveIdentity, ({ id, remark }, by) => decide(id, 'approve', remark, by)),
    operatorRoute(rejectIdentity, ({ id, remark }, by) => decide(id, 'reject', remark, by)),
  ];
}
