import type { Ratio } from './conversion-walk.ts';
import { PLACES, type Amount, type Price, type Rate } from './decimal.ts';

const ONE = 10n ** BigInt(PLACES);
/** Places of a rate that is shown (WIRE exchange.exchangeCoin). */
const RATE_PLACES = 16;

/**
 * One market on the way from one coin to another: its base is sold for its quote, or bought with it, at the middle of
 * its book.
 */
export interface ConversionLeg {
  readonly mid: Price;
  readonly sells: boolean;
}

/** The middle between the best bid and the best ask, half-even. */
export function midPrice(bid: Price, ask: Price): Price {
  const both = bid + ask;
  const half = both / 2n;
  return (both % 2n === 1n && half % 2n === 1n ? half + 1n : half) as Price;
}

/** What one unit given comes to after the spread of every leg, as a fraction that nothing was rounded in. */
function fraction(legs: readonly ConversionLeg[], spread: Rate): { readonly over: bigint; readonly under: bigint } {
  let over = 1n;
  let under = 1n;
  for (const { mid, sells } of legs) {
    over *= (sells ? mid : ONE) * (ONE - spread);
    under *= (sells ? ONE : mid) * ONE;
  }
  return { over, under };
}

/**
 * What `given` of one coin comes to in another, less `spread` once a leg: rounded down, at the last step only, to a
 * whole number of the other's `unit`.
 */
export function converted(given: Amount, legs: readonly ConversionLeg[], spread: Rate, unit: Amount): Amount {
  const { over, under } = fraction(legs, spread);
  return (((given * over) / (under * unit)) * unit) as Amount;
}

/** The least amount, a whole number of the first coin's `unit`, that comes to `received` at least. */
export function neededFor(received: Amount, legs: readonly ConversionLeg[], spread: Rate, unit: Amount): Amount {
  const { over, under } = fraction(legs, spread);
  const step = over * unit;
  return (((received * under + step - 1n) / step) * unit) as Amount;
}

/** A ratio for show: at most sixteen places, without the zeros that only fill up. */
export function shownRate({ over, under }: Ratio): string {
  const digits = ((over * 10n ** BigInt(RATE_PLACES)) / under).toString().padStart(RATE_PLACES + 1, '0');
  return `${digits.slice(0, -RATE_PLACES)}.${digits.slice(-RATE_PLACES)}`.replace(/\.?0+$/, '');
}
