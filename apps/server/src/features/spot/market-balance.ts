import { ACCOUNT_TYPE, type Answer } from '@plimsoll/contract';
import { format, ZERO } from '@plimsoll/money';
import { accountKey, availableIn, type MemberAccount } from '../../ledger/index.ts';
import type { Market } from '../../market/types.ts';
import type { Query } from '../../platform/db.ts';

/** What a member has available in funds of a market's two coins. */
export async function marketBalance(query: Query, memberId: string, market: Market): Promise<Answer<'getMarketBalance'>> {
  const account = (coinId: string): MemberAccount => ({ memberId, type: ACCOUNT_TYPE.funds, coinId });
  const [quote, base] = [account(market.quote.id), account(market.base.id)];
  const balances = await availableIn(query, [quote, base]);
  return {
    usdt_balance: format(balances.get(accountKey(quote)) ?? ZERO),
    coin_balance: format(balances.get(accountKey(base)) ?? ZERO),
  };
}
