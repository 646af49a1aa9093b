import type { BoundAddress, NetworkCoin } from '@plimsoll/contract';
import { PAY_TYPE } from '@plimsoll/contract/codes/payouts';

/** A coin that an address can be bound for, with what is bound already. */
export interface AddressCoin {
  readonly id: number;
  readonly title: string;
  /** Names of its networks. */
  readonly networks: readonly string[];
  readonly bound: BoundAddress | undefined;
}

/**
 * The coins that travel by at least one network with addresses, and those with a bound address whatever became of their
 * networks.
 */
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

/** The coin that the query names, by its own id or its address's; the first when it names none. */
export const coinNamed = (coins: readonly AddressCoin[], id: string | null): AddressCoin | undefined =>
  coins.find((coin) => String(coin.id) === id) ??
  coins.find((coin) => coin.bound && String(coin.bound.id) === id) ??
  coins[0];

/** The save button is shown while addresses may be changed, and for a coin without one (PRODUCT 27). */
export const canBind = (coin: AddressCoin, canEditAddress: number): boolean =>
  canEditAddress === 1 || coin.bound === undefined;
