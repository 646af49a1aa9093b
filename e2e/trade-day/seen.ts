import type { Answer, SpotOrder } from '@plimsoll/contract';
import { obtain } from '../../apps/server/src/testing/api-client.ts';

export interface Seen {
  readonly orders: readonly SpotOrder[];
  /** Funds account: available and frozen by coin id, as decimal strings. */
  readonly balances: ReadonlyMap<string, { readonly available: string; readonly frozen: string }>;
}

const PAGE = 50;
const FUNDS = 1;

export async function look(url: string, token: string): Promise<Seen> {
  const orders: SpotOrder[] = [];
  for (let page = 1; ; page += 1) {
    const { list } = await obtain(url, 'tradegetOrderList', { page: String(page), limit: String(PAGE) }, { token });
    orders.push(...list);
    if (list.length < PAGE) break;
  }
  const answer: Answer<'getUserBalanceList'> = await obtain(url, 'getUserBalanceList', {}, { token });
  const funds = answer.coinList.find(({ type }) => type === FUNDS)?.balanceInfo ?? [];
  return {
    orders,
    balances: new Map(
      funds.map(({ coinId, balance, dbalance }) => [String(coinId), { available: balance, frozen: dbalance }]),
    ),
  };
}
