import { amountOfUnits, fits, parseAmount, priceOfUnits, ZERO, type Amount, type Price } from '@plimsoll/money';

const UNITS = 1e8;
/** Below this many units, scaling a float by 10⁸ cannot reach another unit. */
const SURE = 2 ** 50;

/** A float in whole units of 10⁻⁸; undefined when it is not finite, negative or too large. */
function units(value: number): bigint | undefined {
  if (!Number.isFinite(value) || value < 0) return undefined;
  const scaled = value * UNITS;
  if (scaled < SURE) return BigInt(Math.round(scaled));
  // Scaling rounds too: near a float's last digit only its decimal text gives the nearest unit.
  return value < 1e17 ? (parseAmount(String(value)) ?? parseAmount(value.toFixed(8)) ?? undefined) : undefined;
}

/** A positive price; undefined for anything else, also for what eight places round to zero. */
export function exactPrice(value: number): Price | undefined {
  const exact = priceOfUnits(units(value) ?? 0n);
  return exact > 0n && fits(exact) ? exact : undefined;
}

/** A quantity, zero included; undefined for anything else. */
export function exactSize(value: number): Amount | undefined {
  const scaled = units(value);
  const exact = scaled === undefined ? undefined : amountOfUnits(scaled);
  return exact !== undefined && fits(exact) ? exact : undefined;
}

/** A price read back from a candle's float. */
export const candlePrice = (value: number): Price => exactPrice(value) ?? priceOfUnits(0n);
/** A volume read back from a candle's float. */
export const candleAmount = (value: number): Amount => exactSize(value) ?? ZERO;

/** Signed percent from one price to another, two places, half away from zero: `+1.23`, `-0.40`. */
export function changePercent(from: Price, to: Price): string {
  if (from === 0n) return '+0.00';
  const difference = to - from;
  const size = difference < 0n ? -difference : difference;
  const hundredths = (size * 20_000n + from) / (from * 2n);
  const sign = difference < 0n && hundredths > 0n ? '-' : '+';
  return `${sign}${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}

/** A sum of floats rounded to eight places. */
export const roundPlaces = (value: number): number => {
  const scaled = value * UNITS;
  return scaled < Number.MAX_SAFE_INTEGER ? Math.round(scaled) / UNITS : value;
};
