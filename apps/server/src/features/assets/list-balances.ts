import { ACCOUNT_TYPE, type AccountType, type Answer, type CoinBalance } from '@plimsoll/contract';
import { format, notional, plus, sum, ZERO, type Amount } from '@plimsoll/money';
import { balancesOf } from '../../ledger/index.ts';
import type { Coin, MarketData } from '../../market/index.ts';
import type { Query } from '../../platform/db.ts';
import { shownTypes } from './shown-types.ts';

/** Account types in the wire's order: options, funds, quant. */
const TYPES: readonly AccountType[] = [ACCOUNT_TYPE.options, ACCOUNT_TYPE.funds, ACCOUNT_TYPE.quant];

/** What a quantity of a coin is worth in USDT, rounded down; zero without a price. */
export function worthOf(market: MarketData, coin: Coin, quantity: Amount): Amount {
  const each = quantity === 0n ? undefined : market.usdtPrice(coin.id);
  return each === undefined ? ZERO : notional(each, quantity, 'down');
}

/** One coin of an account, as the list shows it. */
export const shownBalance = (
  coin: Coin,
  { available, frozen, all }: { readonly available: Amount; readonly frozen: Amount; readonly all: Amount },
): Omit<CoinBalance, 'type'> => ({
  // not money: an id, a number on the wire
  coinId: Number(coin.id),
  coinName: coin.title,
  balance: format(available),
  dbalance: format(frozen),
  all_zhprice: format(all),
});

/**
 * A member's balances, coin by coin, with their worth in USDT; quant while it is offered or holds anything (PRODUCT
 * 12).
 */
export async function listBalances(
  query: Query,
  market: MarketData,
  memberId: string,
  withQuant: boolean,
): Promise<Answer<'getUserBalanceList'>> {
  const held = await balancesOf(query, memberId);
  const balances = new Map(held.map((each) => [`${each.type} ${each.coinId}`, each]));
  const worth = (coin: Coin, quantity: Amount): Amount => worthOf(market, coin, quantity);
  let total = ZERO;
  const coinList = shownTypes(TYPES, held, withQuant).map((type) => {
    const rows = market.coins().map((coin) => {
      const { available, frozen } = balances.get(`${type} ${coin.id}`) ?? { available: ZERO, frozen: ZERO };
      return { coin, available, frozen, all: worth(coin, plus(available, frozen)), spendable: worth(coin, available) };
    });
    total = plus(total, sum(rows.map((row) => row.all)));
    return {
      type,
      totalAvailableAsset: format(sum(rows.map((row) => row.spendable))),
      balanceInfo: rows.map(({ coin, available, frozen, all }) => shownBalance(coin, { available, frozen, all })),
    };
  });
  return { all_price: format(total), coinList };
}
