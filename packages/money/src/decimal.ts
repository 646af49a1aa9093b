/**
 * Exact decimals with eight places, held as whole units of 10⁻⁸ in a bigint (RULES 1). The brands, which exist for the
 * compiler only, keep an amount of a coin, a price and a rate from being mistaken for one another.
 */
declare const kind: unique symbol;
type Exact<Kind extends string> = bigint & { readonly [kind]: Kind };

/** A quantity of one coin. Never negative on the wire; balances of `outside` may be. */
export type Amount = Exact<'amount'>;
/** Units of the quote coin for one unit of the base coin. */
export type Price = Exact<'price'>;
/** A plain fraction: 0.001 is a tenth of a percent. */
export type Rate = Exact<'rate'>;
type AnyExact = Amount | Price | Rate;

/** Places kept by every amount, price and rate. */
export const PLACES = 8;
const ONE = 10n ** BigInt(PLACES);

/** The smallest value that no longer fits: eighteen digits before the point (docs/wire/conventions.md). */
const CEILING = 10n ** 18n * ONE;

const WIRE = /^\d{1,18}(?:\.\d{1,8})?$/;
const STORED = /^(-?)(\d{1,20})(?:\.(\d+))?$/;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a brand has no value: here alone a bigint is given one
const exact = <T extends AnyExact>(units: bigint): T => units as T;

/** The amount of so many units of 10⁻⁸, for arithmetic that no function of this package does. */
export const amountOfUnits = (units: bigint): Amount => exact(units);
/** The price of so many units of 10⁻⁸. */
export const priceOfUnits = (units: bigint): Price => exact(units);
/** The rate of so many units of 10⁻⁸. */
export const rateOfUnits = (units: bigint): Rate => exact(units);

export const ZERO = amountOfUnits(0n);

function toUnits(whole: string, fraction: string): bigint {
  return BigInt(whole) * ONE + BigInt(fraction.padEnd(PLACES, '0'));
}

function parseWire<T extends AnyExact>(text: string): T | null {
  if (!WIRE.test(text)) return null;
  const [whole = '', fraction = ''] = text.split('.');
  return exact(toUnits(whole, fraction));
}

/** Reads an amount as the wire writes it (`^\d{1,18}(\.\d{1,8})?$`, ASCII), zero included; null for anything else. */
export const parseAmount = (text: string): Amount | null => parseWire<Amount>(text);
/** Reads a price as the wire writes it; null for anything else. */
export const parsePrice = (text: string): Price | null => parseWire<Price>(text);
/** Reads a fraction or a percentage as the wire writes it; null for anything else. */
export const parseRate = (text: string): Rate | null => parseWire<Rate>(text);

function parseStored<T extends AnyExact>(text: string): T {
  const match = STORED.exec(text);
  if (!match) throw new RangeError(`not an exact decimal: ${text}`);
  const [, sign = '', whole = '', fraction = ''] = match;
  const kept = fraction.slice(0, PLACES);
  if (/[1-9]/.test(fraction.slice(PLACES))) throw new RangeError(`more than ${PLACES} places: ${text}`);
  const value = toUnits(whole, kept);
  return exact(sign === '-' ? -value : value);
}

/**
 * Reads an amount as PostgreSQL writes it (signs, and zeros beyond eight places, allowed). Throws RangeError on anything
 * inexact, `NaN` and infinities included.
 */
export const amount = (text: string): Amount => parseStored<Amount>(text);
/** Reads a stored price; throws like {@link amount}. */
export const price = (text: string): Price => parseStored<Price>(text);
/** Reads a stored rate; throws like {@link amount}. */
export const rate = (text: string): Rate => parseStored<Rate>(text);

/** Writes a value with all eight places, as every answer does: `1250.00000000`. */
export function format(value: AnyExact): string {
  const sign = value < 0n ? '-' : '';
  const digits = (value < 0n ? -value : value).toString().padStart(PLACES + 1, '0');
  return `${sign}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}

/** Writes a value without trailing zeros: `0.025`, `97412.35`, `3`. */
export function formatShort(value: AnyExact): string {
  return format(value).replace(/\.?0+$/, '');
}

/** True when the value may be stored: its size is below 10¹⁸. */
export const fits = (value: AnyExact): boolean => value < CEILING && value > -CEILING;

/** How many places after the point the value uses, 0 to 8. */
export function placesUsed(value: AnyExact): number {
  let rest = value < 0n ? -value : value;
  let places = PLACES;
  while (places > 0 && rest % 10n === 0n) {
    rest /= 10n;
    places -= 1;
  }
  return places;
}

/** The value as a float, for charts, `/stream` and `/huobiapi` only; never for money. */
export const toNumber = (value: AnyExact): number => Number(format(value));
