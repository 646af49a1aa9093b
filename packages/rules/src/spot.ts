import { minus, notional, plus, share, sum, unitOf, ZERO, type Amount, type Price, type Rate } from '@plimsoll/money';

/** What a member does with the base coin. */
export type Side = 'buy' | 'sell';

/** The terms of a market that arithmetic depends on. */
export interface SpotMarket {
  readonly base: { readonly decimals: number };
  readonly quote: { readonly decimals: number };
  /** Minimum quantity of an order, in base. */
  readonly min: Amount;
  /** Quantities are whole multiples of it, in base. */
  readonly step: Amount;
}

/** An order, or its unfilled rest. */
export interface Wanted {
  readonly side: Side;
  /** Null for a market order. */
  readonly limit: Price | null;
  /** In base; null for a market buy. */
  readonly quantity: Amount | null;
  /** In quote; null except for a market buy. */
  readonly budget: Amount | null;
}

type Units = Pick<SpotMarket, 'base' | 'quote'>;

/** Cost of a quantity at a limit, as it is held: rounded up in the quote's places (RULES 3). */
export const limitCost = (limit: Price, quantity: Amount, { quote }: Pick<SpotMarket, 'quote'>): Amount =>
  notional(limit, quantity, 'up', unitOf(quote.decimals));

/** Quote paid for a fill: rounded down in the quote's places (RULES 3). */
export const fillPaid = (price: Price, quantity: Amount, { quote }: Pick<SpotMarket, 'quote'>): Amount =>
  notional(price, quantity, 'down', unitOf(quote.decimals));

/** The hold of an order (RULES 3): price × quantity rounded up, a market buy's budget, a sell's quantity. */
export function holdOf({ side, limit, quantity, budget }: Wanted, market: Pick<SpotMarket, 'quote'>): Amount {
  if (side === 'sell') return quantity ?? ZERO;
  return limit === null ? (budget ?? ZERO) : limitCost(limit, quantity ?? ZERO, market);
}

/** One fill's two legs. */
export interface Legs {
  /** In base. */
  readonly quantity: Amount;
  /** In quote. */
  readonly paid: Amount;
}

/** Fee of a fill: a share of what is received (base of a buy, quote of a sell), rounded down in its places. */
export const fillFee = (side: Side, { quantity, paid }: Legs, feeRate: Rate, { base, quote }: Units): Amount =>
  side === 'buy'
    ? share(quantity, feeRate, 'down', unitOf(base.decimals))
    : share(paid, feeRate, 'down', unitOf(quote.decimals));

/** Fee and net of fills, in the coin received. */
export function receivedOf(
  side: Side,
  fills: readonly (Legs & { readonly fee: Amount })[],
): { readonly fee: Amount; readonly net: Amount } {
  const gross = sum(fills.map(({ quantity, paid }) => (side === 'buy' ? quantity : paid)));
  const fee = fills.reduce((total, fill) => plus(total, fill.fee), ZERO);
  return { fee, net: minus(gross, fee) };
}

/** True when a rest cannot be filled: below the market's minimum, or worth less than one quote unit at its limit. */
export const isDust = (rest: Amount, limit: Price, market: Pick<SpotMarket, 'min' | 'quote'>): boolean =>
  rest < market.min || fillPaid(limit, rest, market) === 0n;
