import { ok, refuse } from '@plimsoll/contract';
import { getInvitation } from '@plimsoll/contract/invitation';
import type { Db } from '../../platform/db.ts';
import { memberRoute, type Route } from '../../platform/http/index.ts';
import { invitationOf } from './store.ts';

/** Binds the members' call. */
export const invitationRoutes = ({ db }: { readonly db: Db }): readonly Route[] => [
  memberRoute(getInvitation, async (_input, { memberId }) => {
    const invitation = await invitationOf(db, memberId);
    return invitation ? ok(invitation) : refuse('login_required');
  }),
];
