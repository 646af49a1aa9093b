import { ACCOUNT_TYPE, type Answer } from '@plimsoll/contract';
import { format, formatShort, ZERO } from '@plimsoll/money';
import { accountKey, availableIn, type MemberAccount } from '../../ledger/index.ts';
import type { Market } from '../../market/index.ts';
import type { Query } from '../../platform/db.ts';
import type { HouseLimits } from './dealing.ts';

/** What a member has available in funds of a market's two coins, and how far prices lean there. */
export async function marketBalance(
  query: Query,
  limits: HouseLimits,
  memberId: string,
  market: Market,
): Promise<Answer<'getMarketBalance'>> {
  const account = (coinId: string): MemberAccount => ({ memberId, type: ACCOUNT_TYPE.funds, coinId });
  const [quote, base] = [account(market.quote.id), account(market.base.id)];
  const [balances, leanOf] = await Promise.all([availableIn(query, [quote, base]), limits.leans(query)]);
  return {
    usdt_balance: format(balances.get(accountKey(quote)) ?? ZERO),
    coin_balance: format(balances.get(accountKey(base)) ?? ZERO),
    lean_buy: formatShort(leanOf(market, 'buy')),
    lean_sell: formatShort(leanOf(market, 'sell')),
  };
}
