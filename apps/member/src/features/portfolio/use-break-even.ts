import type { MarketItem } from '@plimsoll/contract';
import { amount, format, rate } from '@plimsoll/money';
import { breakEvenOf } from '@plimsoll/rules';
import { useCoinCost } from './use-coin-cost.ts';

/** What the portfolio counts costs in (RULES 9.3). */
const COST_COIN = 'USDT';

/** A market's coin in the portfolio, in the market's quote. */
interface CoinCost {
  /** Of one, by weighted average. */
  readonly average: string;
  /** The price at which selling all of it, the fee paid, brings its cost (RULES 3.13). */
  readonly breakEven: string;
  /** Worth less cost, signed. */
  readonly profit: string;
}

/** Undefined while unknown, for who has none of the coin, and in markets of other coins than costs are counted in. */
export function useBreakEven({
  coinname,
  trade_coin,
  spot_fee,
}: Pick<MarketItem, 'coinname' | 'trade_coin' | 'spot_fee'>): CoinCost | undefined {
  const held = useCoinCost(coinname);
  if (!held || trade_coin !== COST_COIN || held.average_cost === null || held.unrealised === null) return undefined;
  const breakEven = breakEvenOf(amount(held.quantity), amount(held.cost), rate(spot_fee));
  if (breakEven === undefined) return undefined;
  return { average: held.average_cost, breakEven: format(breakEven), profit: held.unrealised };
}
