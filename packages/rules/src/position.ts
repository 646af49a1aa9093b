import { averagePrice, minus, notional, plus, share, ZERO, type Amount, type Price, type Rate } from '@plimsoll/money';

/** A fill as a position is made of it. */
export interface PositionFill {
  readonly side: 'buy' | 'sell';
  /** In base. */
  readonly quantity: Amount;
  /** In quote. */
  readonly paid: Amount;
  /** Of a buy in base, of a sell in quote. */
  readonly fee: Amount;
}

/** What is left of what was bought in a market. */
export interface Position {
  readonly quantity: Amount;
  /** In quote, fees included. */
  readonly cost: Amount;
  /** What one of base has cost, the fees of buying included. */
  readonly average: Price;
  /** The price at which selling all of it, for a fee of `feeRate`, brings what it has cost. */
  readonly breakEven: Price;
}

/**
 * The position that fills come to, oldest first, at average cost: a sale takes its share of the cost away. Undefined
 * while nothing is left. What came or went otherwise is not looked at (RULES 3.13).
 */
export function positionOf(fills: readonly PositionFill[], feeRate: Rate): Position | undefined {
  let [quantity, cost] = [ZERO, ZERO];
  for (const fill of fills) {
    if (fill.side === 'buy') {
      quantity = plus(quantity, minus(fill.quantity, fill.fee));
      cost = plus(cost, fill.paid);
    } else if (fill.quantity >= quantity) [quantity, cost] = [ZERO, ZERO];
    else {
      const average = averagePrice(cost, quantity);
      quantity = minus(quantity, fill.quantity);
      cost = notional(average, quantity, 'half-even');
    }
  }
  const sold = minus(quantity, share(quantity, feeRate, 'up'));
  if (sold <= ZERO) return undefined;
  return { quantity, cost, average: averagePrice(cost, quantity), breakEven: averagePrice(cost, sold) };
}
