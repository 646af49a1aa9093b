import type { BoundAddress } from '@plimsoll/contract';
import { DEFAULT_LANGUAGE } from '@plimsoll/i18n/languages';
import type { Query } from '../../platform/db.ts';
import { nameIn } from '../../platform/names.ts';
import { isAddressOf } from './address-kind.ts';
import { addressNetworks, readNetworks } from './networks.ts';
import { readAddresses } from './store.ts';

/**
 * A member's bound addresses with the networks that accept them (WIRE payouts.getusraddress), named in a reader's
 * language; what is stored of them is English.
 */
export async function listAddresses(
  query: Query,
  memberId: string,
  lang: string = DEFAULT_LANGUAGE,
): Promise<BoundAddress[]> {
  const [rows, networks] = await Promise.all([readAddresses(query, memberId), readNetworks(query)]);
  return rows.map(({ id, coin_id, coin, address, created_at, used }) => ({
    // not money: ids, numbers on the wire
    id: Number(id),
    c_id: Number(coin_id),
    title: coin,
    address,
    networks: addressNetworks(networks, coin_id)
      .filter((each) => isAddressOf(each.address_kind, address))
      .map(({ name, names }) => nameIn(lang, names, name)),
    addtime: created_at.toISOString(),
    used,
  }));
}
