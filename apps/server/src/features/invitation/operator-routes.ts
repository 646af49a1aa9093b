import { ok } from '@plimsoll/contract';
import { refuseOperator } from '@plimsoll/contract/operator';
import { listInvited } from '@plimsoll/contract/operator/invitation';
import type { Db } from '../../platform/db.ts';
import { operatorRoute, type OperatorRoute } from '../../platform/http/index.ts';
import { isMember } from '../membership/index.ts';
import { invitedBy } from './store.ts';

/** Console calls about invited members. */
export const invitationOperatorRoutes = ({ db }: { readonly db: Db }): readonly OperatorRoute[] => [
  operatorRoute(listInvited, async ({ id, page, limit }) =>
    (await isMember(db, id)) ? ok(await invitedBy(db, id, { page, limit })) : refuseOperator('not_found'),
  ),
];
