import { fits, parseAmount, type Amount, type Price } from '@plimsoll/money';

const UNITS = 1e8;
/** Below this many units, scaling a float by 10⁸ cannot move it to another unit. */
const SURE = 2 ** 50;

/**
 * A float as a feed gave it, in whole units of 10⁻⁸; undefined when it is not finite, below zero or too large to keep.
 */
function units(value: number): bigint | undefined {
  if (!Number.isFinite(value) || value < 0) return undefined;
  const scaled = value * UNITS;
  if (scaled < SURE) return BigInt(Math.round(scaled));
  // Scaling rounds too: near the last digit a float has, only its own writing says which decimal is nearest.
  return value < 1e17 ? (parseAmount(String(value)) ?? parseAmount(value.toFixed(8)) ?? undefined) : undefined;
}

/** A positive price; undefined for anything else, also for one that eight places cannot tell from zero. */
export function exactPrice(value: number): Price | undefined {
  const exact = units(value);
  return exact !== undefined && exact > 0n && fits(exact as Price) ? (exact as Price) : undefined;
}

/** A quantity, zero included; undefined for anything else. */
export function exactSize(value: number): Amount | undefined {
  const exact = units(value);
  return exact !== undefined && fits(exact as Amount) ? (exact as Amount) : undefined;
}

/** A price read back from a candle's float. */
export const candlePrice = (value: number): Price => exactPrice(value) ?? (0n as Price);
/** A volume read back from a candle's float. */
export const candleAmount = (value: number): Amount => exactSize(value) ?? (0n as Amount);

/** Percent from one price to another with its sign and two places, half away from zero: `+1.23`, `-0.40`, `+0.00`. */
export function changePercent(from: Price, to: Price): string {
  if (from === 0n) return '+0.00';
  const difference = to - from;
  const size = difference < 0n ? -difference : difference;
  const hundredths = (size * 20_000n + from) / (from * 2n);
  const sign = difference < 0n && hundredths > 0n ? '-' : '+';
  return `${sign}${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}

/** The eight places of a sum of floats that each had eight. */
export const roundPlaces = (value: number): number => {
  const scaled = value * UNITS;
  return scaled < Number.MAX_SAFE_INTEGER ? Math.round(scaled) / UNITS : value;
};
