import { ok } from '@plimsoll/contract';
import { refuseOperator } from '@plimsoll/contract/operator';
import { listMemberTransfers, readMemberTransfer } from '@plimsoll/contract/operator/transfers';
import type { Query } from '../../platform/db.ts';
import { operatorRoute, type OperatorRoute } from '../../platform/http/index.ts';
import { browseMemberTransfers, memberTransfersForOperator } from './browse-transfers.ts';

/** Console calls of member transfers. */
export const transferOperatorRoutes = ({ db }: { readonly db: Query }): readonly OperatorRoute[] => [
  operatorRoute(listMemberTransfers, async (input) => ok(await browseMemberTransfers(db, input))),
  operatorRoute(readMemberTransfer, async ({ id }) => {
    const [transfer] = await memberTransfersForOperator(db, [id]);
    return transfer ? ok(transfer) : refuseOperator('not_found');
  }),
];
