import { ok } from '@plimsoll/contract';
import {
  balanceTransfer,
  cancelInternalTransfer,
  getInternalTransferList,
  getTransferCoin,
  searchUser,
} from '@plimsoll/contract/transfers';
import { memberRoute, type Route } from '../../platform/http/index.ts';
import type { TransferDeps } from './deps.ts';
import type { Endings } from './end-transfer.ts';
import { listSent, listTransferCoins } from './list-transfers.ts';
import { transfersTo } from './place-transfer.ts';
import { userSearch } from './search-user.ts';

/** Member transfers (docs/wire/loans.md). The switch stops new ones; those under way arrive, and can be cancelled. */
export function transferRoutes(deps: TransferDeps, endings: Endings): readonly Route[] {
  const { db, market } = deps;
  const send = transfersTo(deps);
  const search = userSearch(deps);
  return [
    memberRoute(searchUser, ({ username }, { memberId }) => search(memberId, username)),
    memberRoute(getTransferCoin, async (_input, { memberId }) => ok(await listTransferCoins(db, market, memberId))),
    memberRoute(balanceTransfer, (input, context) => send(context, input, context.claim), {
      enabled: ({ Internal_transfer_status }) => Internal_transfer_status === 1,
    }),
    memberRoute(cancelInternalTransfer, ({ id }, { memberId, claim }) => endings.cancel(memberId, id, claim)),
    memberRoute(getInternalTransferList, async (input, { memberId }) =>
      ok({ list: await listSent(db, memberId, input) }),
    ),
  ];
}
