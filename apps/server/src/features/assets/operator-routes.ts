import { ok } from '@plimsoll/contract';
import { refuseOperator } from '@plimsoll/contract/operator';
import { listTransfers, readTransfer } from '@plimsoll/contract/operator/assets';
import { listMemberBills } from '@plimsoll/contract/operator/membership';
import type { Query } from '../../platform/db.ts';
import { operatorRoute, type OperatorRoute } from '../../platform/http/index.ts';
import { isMember } from '../membership/index.ts';
import { browseTransfers, transfersForOperator } from './browse-transfers.ts';
import { billsForOperator } from './list-bills.ts';

/** Console calls that show transfers and members' bills. */
export const assetsOperatorRoutes = ({ db }: { readonly db: Query }): readonly OperatorRoute[] => [
  operatorRoute(listTransfers, async (input, { lang }) => ok(await browseTransfers(db, input, lang))),
  operatorRoute(readTransfer, async ({ id }, { lang }) => {
    const [transfer] = await transfersForOperator(db, [id], lang);
    return transfer ? ok(transfer) : refuseOperator('not_found');
  }),
  operatorRoute(listMemberBills, async ({ id, ...input }, { lang }) =>
    (await isMember(db, id)) ? ok(await billsForOperator(db, id, lang, input)) : refuseOperator('not_found'),
  ),
];
