import { averagePrice, minus, share, ZERO, type Amount, type Price, type Rate } from '@plimsoll/money';

/**
 * The price at which selling a quantity (base), for a fee of `feeRate`, brings its cost (quote). Undefined for nothing,
 * or for less than the fee takes (RULES 3.13).
 */
export function breakEvenOf(quantity: Amount, cost: Amount, feeRate: Rate): Price | undefined {
  const sold = minus(quantity, share(quantity, feeRate, 'up'));
  return sold > ZERO ? averagePrice(cost, sold) : undefined;
}
