import type { Amount, Price, Rate } from './decimal.ts';
import { amountOfUnits, PLACES, priceOfUnits, ZERO } from './decimal.ts';

/**
 * How a result of more than eight places is rounded (RULES 1.7): `down` toward zero (fees, conversions, payments of
 * fills), `up` away from it (holds), `half-even` (interest, payouts, averages).
 */
export type Rounding = 'down' | 'up' | 'half-even';

const ONE = 10n ** BigInt(PLACES);

function divide(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  if (numerator < 0n || denominator <= 0n) throw new RangeError('division is of positive values only');
  const quotient = numerator / denominator;
  const rest = numerator % denominator;
  const twice = rest * 2n;
  const isUp = rounding === 'up' || twice > denominator || (twice === denominator && quotient % 2n === 1n);
  return rest > 0n && rounding !== 'down' && isUp ? quotient + 1n : quotient;
}

/** The smallest amount of all. */
const FINEST = amountOfUnits(1n);

/** The quotient as a whole number of `unit`. */
const inUnits = (numerator: bigint, denominator: bigint, rounding: Rounding, unit = FINEST): Amount =>
  amountOfUnits(divide(numerator, denominator * unit, rounding) * unit);

/** a + b, of one coin. */
export const plus = (a: Amount, b: Amount): Amount => amountOfUnits(a + b);
/** a − b, of one coin; may be below zero, which the caller judges. */
export const minus = (a: Amount, b: Amount): Amount => amountOfUnits(a - b);
/** The smaller of two amounts. */
export const minOf = (a: Amount, b: Amount): Amount => (a < b ? a : b);
/** Σ of amounts of one coin. */
export const sum = (amounts: readonly Amount[]): Amount => amounts.reduce(plus, ZERO);

/** The smallest amount of a coin with so many decimals (0 to 8). */
export const unitOf = (decimals: number): Amount => amountOfUnits(10n ** BigInt(PLACES - decimals));

/** What `quantity` of the base costs at `each`, a whole number of the quote coin's `unit`. */
export const notional = (each: Price, quantity: Amount, rounding: Rounding, unit?: Amount): Amount =>
  inUnits(each * quantity, ONE, rounding, unit);

/** `of` × `fraction`: a fee, a payout, a spread; a whole number of the coin's `unit`. */
export const share = (of: Amount, fraction: Rate, rounding: Rounding, unit?: Amount): Amount =>
  inUnits(of * fraction, ONE, rounding, unit);

/** `hundredths` percent (1.5 is 1.5 %) of an amount; a whole number of the coin's `unit`. */
export const percentage = (of: Amount, hundredths: Rate, rounding: Rounding, unit?: Amount): Amount =>
  inUnits(of * hundredths, 100n * ONE, rounding, unit);

/** How many days interest runs for, and how many its percentage covers: 365 for an annual rate. */
export interface InterestTime {
  readonly days: number;
  readonly per: number;
}
/**
 * `hundredths` percent of an amount for every {@link InterestTime.per} of `days`, rounded once; a whole number of the
 * coin's `unit`.
 */
export const interest = (
  of: Amount,
  hundredths: Rate,
  { days, per }: InterestTime,
  rounding: Rounding,
  unit?: Amount,
): Amount => inUnits(of * hundredths * BigInt(days), 100n * BigInt(per) * ONE, rounding, unit);

/** The largest quantity, a multiple of `step`, that `budget` of the quote coin pays for at `each`. */
export const affordable = (budget: Amount, each: Price, step: Amount): Amount =>
  inUnits(budget * ONE, each, 'down', step);

/** The average price of `quantity` traded for `paid` in all, half-even; zero when nothing was. */
export const averagePrice = (paid: Amount, quantity: Amount): Price =>
  priceOfUnits(quantity === 0n ? 0n : divide(paid * ONE, quantity, 'half-even'));

/** The share of `of` that `part` has in `whole`, rounded down; `part` may be of another coin, as `whole` is. */
export const proportion = (of: Amount, part: Amount, whole: Amount): Amount => inUnits(of * part, whole, 'down');

/** The largest multiple of `step` that is not above `value`. */
export const floorTo = (value: Amount, step: Amount): Amount => amountOfUnits(value - (value % step));

/** True when `value` is a whole number of steps. */
export const isMultiple = <T extends Amount | Price>(value: T, step: T): boolean =>
  (value as bigint) % (step as bigint) === 0n;

/** Whole percent of an amount, down: the 25, 50, 75, 100 buttons. */
export const percent = (of: Amount, hundredths: number): Amount => inUnits(of * BigInt(hundredths), 100n, 'down');

/** The mean of prices, half-even at eight places; of at least one. */
export const meanPrice = (prices: readonly Price[]): Price =>
  priceOfUnits(
    divide(
      prices.reduce((total, each) => total + each, 0n),
      BigInt(prices.length),
      'half-even',
    ),
  );
