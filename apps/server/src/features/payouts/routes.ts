import { ok } from '@plimsoll/contract';
import {
  allowAddress as allowCall,
  getAddressBook,
  getrecharge,
  getUserBankList,
  getusraddress,
  keepAddress as keepCall,
  removeAddress as removeCall,
  setAllowedOnly as onlyCall,
  setBank,
  setusraddress,
} from '@plimsoll/contract/payouts';
import { memberRoute, type Route } from '../../platform/http/index.ts';
import { allowAddress, keepAddress, listBook, removeAddress, setAllowedOnly } from './address-book.ts';
import { bindAddress } from './bind-address.ts';
import type { PayoutDeps } from './deps.ts';
import { listAddresses } from './list-addresses.ts';
import { listNetworks } from './list-networks.ts';
import { listCards, saveCard } from './save-card.ts';

/** Networks of deposits and destinations of withdrawals (docs/wire/membership.md, docs/wire/assets.md). */
export function payoutRoutes(deps: PayoutDeps): readonly Route[] {
  const { db, market } = deps;
  return [
    memberRoute(getrecharge, async (_input, { lang }) => ok({ list: await listNetworks(db, market, lang) })),
    memberRoute(getusraddress, async (_input, { memberId, lang }) => ok(await listAddresses(db, memberId, lang))),
    memberRoute(setusraddress, (input, asker) => bindAddress(deps, asker, input)),
    memberRoute(getAddressBook, async (_input, { memberId, lang }) => ok(await listBook(deps, memberId, lang))),
    memberRoute(keepCall, (input, asker) => keepAddress(deps, asker, input)),
    memberRoute(allowCall, (input, asker) => allowAddress(deps, asker, input)),
    memberRoute(removeCall, (input, asker) => removeAddress(deps, asker, input)),
    memberRoute(onlyCall, (input, asker) => setAllowedOnly(deps, asker, input)),
    memberRoute(getUserBankList, async (_input, { memberId }) => ok(await listCards(db, memberId))),
    memberRoute(setBank, (input, asker) => saveCard(deps, asker, input)),
  ];
}
