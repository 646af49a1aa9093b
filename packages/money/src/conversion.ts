import type { Ratio } from './conversion-walk.ts';
import { amountOfUnits, PLACES, priceOfUnits, type Amount, type Price, type Rate } from './decimal.ts';

const ONE = 10n ** BigInt(PLACES);
/** Places of a displayed rate (WIRE exchange.exchangeCoin). */
const RATE_PLACES = 16;

/** One market between two coins: its base is sold for its quote, or bought with it, at the middle of its book. */
export interface ConversionLeg {
  readonly mid: Price;
  readonly sells: boolean;
}

/** The middle between the best bid and the best ask, half-even. */
export function midPrice(bid: Price, ask: Price): Price {
  const both = bid + ask;
  const half = both / 2n;
  return priceOfUnits(both % 2n === 1n && half % 2n === 1n ? half + 1n : half);
}

/** Received per unit given after the spread of every leg, unrounded. */
function fraction(legs: readonly ConversionLeg[], spread: Rate): Ratio {
  let over = 1n;
  let under = 1n;
  for (const { mid, sells } of legs) {
    over *= (sells ? mid : ONE) * (ONE - spread);
    under *= (sells ? ONE : mid) * ONE;
  }
  return { over, under };
}

/**
 * What `given` of one coin converts to, less `spread` once a leg: rounded down, at the last step only, to a whole number
 * of the received coin's `unit`.
 */
export function converted(given: Amount, legs: readonly ConversionLeg[], spread: Rate, unit: Amount): Amount {
  const { over, under } = fraction(legs, spread);
  return amountOfUnits(((given * over) / (under * unit)) * unit);
}

/** The smallest amount, a whole number of the first coin's `unit`, that converts to at least `received`. */
export function neededFor(received: Amount, legs: readonly ConversionLeg[], spread: Rate, unit: Amount): Amount {
  const { over, under } = fraction(legs, spread);
  const step = over * unit;
  return amountOfUnits(((received * under + step - 1n) / step) * unit);
}

/** A ratio for display: at most sixteen places, without trailing zeros. */
export function shownRate({ over, under }: Ratio): string {
  const digits = ((over * 10n ** BigInt(RATE_PLACES)) / under).toString().padStart(RATE_PLACES + 1, '0');
  return `${digits.slice(0, -RATE_PLACES)}.${digits.slice(-RATE_PLACES)}`.replace(/\.?0+$/, '');
}
