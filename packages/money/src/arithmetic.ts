import type { Amount, Price, Rate } from './decimal.ts';
import { PLACES } from './decimal.ts';

/**
 * Where a result with more places than eight goes (RULES 1.7): `down` toward zero (fees, conversions, what is paid for
 * a fill), `up` away from it (holds), `half-even` (interest, payouts, averages).
 */
export type Rounding = 'down' | 'up' | 'half-even';

const ONE = 10n ** BigInt(PLACES);

function divide(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  if (numerator < 0n || denominator <= 0n) throw new RangeError('division is of positive values only');
  const quotient = numerator / denominator;
  const rest = numerator % denominator;
  if (rest === 0n || rounding === 'down') return quotient;
  if (rounding === 'up') return quotient + 1n;
  const twice = rest * 2n;
  const upward = twice > denominator || (twice === denominator && quotient % 2n === 1n);
  return upward ? quotient + 1n : quotient;
}

/** a + b, of one coin. */
export const plus = (a: Amount, b: Amount): Amount => (a + b) as Amount;
/** a − b, of one coin; the result may be below zero, judging it is the caller's. */
export const minus = (a: Amount, b: Amount): Amount => (a - b) as Amount;
/** The smaller of two amounts. */
export const least = (a: Amount, b: Amount): Amount => (a < b ? a : b);
/** Σ of amounts of one coin. */
export const sum = (amounts: readonly Amount[]): Amount => amounts.reduce((total, each) => total + each, 0n) as Amount;

/** The smallest amount a coin of so many decimals (0 to 8) can have. */
export const unitOf = (decimals: number): Amount => (10n ** BigInt(PLACES - decimals)) as Amount;

/** The finest unit of all. */
const FINEST = 1n as Amount;

/** What `quantity` of the base costs at `each`, a whole number of the quote coin's `unit`. */
export const notional = (each: Price, quantity: Amount, rounding: Rounding, unit: Amount = FINEST): Amount =>
  (divide(each * quantity, ONE * unit, rounding) * unit) as Amount;

/** `of` × `fraction`: a fee, a payout, a spread; a whole number of the coin's `unit`. */
export const share = (of: Amount, fraction: Rate, rounding: Rounding, unit: Amount = FINEST): Amount =>
  (divide(of * fraction, ONE * unit, rounding) * unit) as Amount;

/**
 * `hundredths` percent of an amount (1.5 is one and a half hundredth): a withdrawal's fee, an interest; a whole number
 * of the coin's `unit`.
 */
export const percentage = (of: Amount, hundredths: Rate, rounding: Rounding, unit: Amount = FINEST): Amount =>
  (divide(of * hundredths, 100n * ONE * unit, rounding) * unit) as Amount;

/** How long interest runs, and for how many days its percentage is said: 365 for a year's. */
export interface InterestTime {
  readonly days: number;
  readonly per: number;
}
/**
 * `hundredths` percent of an amount for each {@link InterestTime.per} days, for `days` of them, rounded once; a whole
 * number of the coin's `unit`.
 */
export const interest = (
  of: Amount,
  hundredths: Rate,
  { days, per }: InterestTime,
  rounding: Rounding,
  unit: Amount = FINEST,
): Amount => (divide(of * hundredths * BigInt(days), 100n * BigInt(per) * ONE * unit, rounding) * unit) as Amount;

/** The largest quantity, a multiple of `step`, that `budget` of the quote coin pays for at `each`. */
export const affordable = (budget: Amount, each: Price, step: Amount): Amount =>
  floorTo(divide(budget * ONE, each, 'down') as Amount, step);

/** The average price of `quantity` bought or sold for `paid` in all, half-even; zero when nothing was. */
export const averagePrice = (paid: Amount, quantity: Amount): Price =>
  (quantity === 0n ? 0n : divide(paid * ONE, quantity, 'half-even')) as Price;

/** The largest multiple of `step` that is not above `value`. */
export const floorTo = (value: Amount, step: Amount): Amount => (value - (value % step)) as Amount;

/** True when `value` is a whole number of steps. */
export const isMultiple = <T extends Amount | Price>(value: T, step: T): boolean =>
  (value as bigint) % (step as bigint) === 0n;

/** Whole percent of an amount, down: the 25, 50, 75, 100 buttons. */
export const percent = (of: Amount, hundredths: number): Amount =>
  divide(of * BigInt(hundredths), 100n, 'down') as Amount;

/** The mean of prices, half-even at eight places; of at least one. */
export const meanPrice = (prices: readonly Price[]): Price =>
  divide(
    prices.reduce((total, each) => total + each, 0n),
    BigInt(prices.length),
    'half-even',
  ) as Price;
