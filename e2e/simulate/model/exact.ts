/** Arithmetic of the model, independent of the server's: units of 10⁻⁸ in bigints (RULES 1.7). */
export const ONE = 10n ** 8n;

export function read(text: string): bigint {
  const negative = text.startsWith('-');
  const [whole = '', places = ''] = (negative ? text.slice(1) : text).split('.');
  const value = BigInt(whole) * ONE + BigInt(places.slice(0, 8).padEnd(8, '0'));
  return negative ? -value : value;
}

export function write(value: bigint): string {
  const size = value < 0n ? -value : value;
  return `${value < 0n ? '-' : ''}${size / ONE}.${String(size % ONE).padStart(8, '0')}`;
}

/** The smallest amount of a coin with this many places. */
export const unitOf = (places: number): bigint => 10n ** BigInt(8 - places);

/** Quotient toward zero, away from it, and to the nearest with halves to even; of positive values. */
export const down = (over: bigint, under: bigint): bigint => over / under;
export const up = (over: bigint, under: bigint): bigint => (over + under - 1n) / under;
export function even(over: bigint, under: bigint): bigint {
  const whole = over / under;
  const twice = (over % under) * 2n;
  if (twice > under) return whole + 1n;
  return twice === under && whole % 2n === 1n ? whole + 1n : whole;
}

export const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
