import type { BoundAddress, NetworkCoin } from '@plimsoll/contract';
import { PAY_TYPE } from '@plimsoll/contract/codes/payouts';

export interface AddressCoin {
  readonly id: number;
  readonly title: string;
  readonly networks: readonly string[];
  readonly bound: BoundAddress | undefined;
}

/** The coins of networks with addresses, and those with a bound address. */
export function addressCoins(coins: readonly NetworkCoin[], bound: readonly BoundAddress[]): AddressCoin[] {
  const listed = coins.map(({ id, title, networkList }): AddressCoin => ({
    id,
    title,
    networks: networkList.filter(({ pay_type }) => pay_type !== PAY_TYPE.bank).map(({ coin_net }) => coin_net),
    bound: bound.find(({ c_id }) => c_id === id),
  }));
  const others = bound
    .filter(({ c_id }) => !coins.some(({ id }) => id === c_id))
    .map((each): AddressCoin => ({ id: each.c_id, title: each.title, networks: [], bound: each }));
  return [...listed.filter(({ networks, bound: own }) => networks.length > 0 || own), ...others];
}

/** The coin that the query names, by its own id or its address's; else the first. */
export const coinNamed = (coins: readonly AddressCoin[], id: string | null): AddressCoin | undefined =>
  coins.find((coin) => String(coin.id) === id) ??
  coins.find((coin) => coin.bound && String(coin.bound.id) === id) ??
  coins[0];

/** Whether an address may be saved: while changes are allowed, or for a coin without one (PRODUCT 27). */
export const canBind = (coin: AddressCoin, canEditAddress: number): boolean =>
  canEditAddress === 1 || coin.bound === undefined;
