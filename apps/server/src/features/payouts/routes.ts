import { ok } from '@plimsoll/contract';
import { getrecharge, getUserBankList, getusraddress, setBank, setusraddress } from '@plimsoll/contract/payouts';
import { memberRoute, type Route } from '../../platform/http/index.ts';
import { bindAddress } from './bind-address.ts';
import type { PayoutDeps } from './deps.ts';
import { listAddresses } from './list-addresses.ts';
import { listNetworks } from './list-networks.ts';
import { listCards, saveCard } from './save-card.ts';

/** Where money comes in and may be paid out to (wire, Membership and Assets). */
export function payoutRoutes(deps: PayoutDeps): readonly Route[] {
  const { db, market } = deps;
  return [
    memberRoute(getrecharge, async () => ok({ list: await listNetworks(db, market) })),
    memberRoute(getusraddress, async (_input, { memberId }) => ok(await listAddresses(db, memberId))),
    memberRoute(setusraddress, (input, asker) => bindAddress(deps, asker, input)),
    memberRoute(getUserBankList, async (_input, { memberId }) => ok(await listCards(db, memberId))),
    memberRoute(setBank, (input, asker) => saveCard(deps, asker, input)),
  ];
}
