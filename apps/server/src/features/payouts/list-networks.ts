import type { Network, NetworkCoin } from '@plimsoll/contract';
import { PAY_TYPE } from '@plimsoll/contract/codes/payouts';
import type { MarketData } from '../../market/index.ts';
import type { Query } from '../../platform/db.ts';
import { nameIn } from '../../platform/names.ts';
import { readNetworks, type NetworkRow } from './networks.ts';

const shown = (
  { id, method, name, names, image, address, bank_name, account_name, account_number }: NetworkRow,
  lang: string,
): Network => ({
  // not money: an id, a number on the wire
  id: Number(id),
  pay_type: method,
  coin_net: nameIn(lang, names, name),
  pay_img: image,
  address,
  ...(method === PAY_TYPE.bank ? { bank_name, account_name, account_number } : {}),
});

/** Every coin with networks (WIRE payouts.getrecharge), named in a reader's language. */
export async function listNetworks(query: Query, market: MarketData, lang: string): Promise<NetworkCoin[]> {
  const networks = await readNetworks(query);
  return market.coins().flatMap(({ id, title, decimals }) => {
    const networkList = networks.filter((each) => each.coin_id === id).map((each) => shown(each, lang));
    return networkList.length === 0 ? [] : [{ id: Number(id), title, decimals, networkList }];
  });
}
