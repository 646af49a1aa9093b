const WIRE = /^\d+\.\d{8}$/;
const FRACTION = /^(\d{1,9})(?:\.(\d{1,8}))?$/;

/** A decimal of the wire without padding zeros. */
export const unpadded = (text: string): string => (WIRE.test(text) ? text.replace(/\.?0+$/, '') : text);

/** A fraction in percent, exact: `0.00125` is `0.125`. Undefined for anything else. */
export function percentOf(fraction: string): string | undefined {
  const [, whole, places = ''] = FRACTION.exec(fraction.trim()) ?? [];
  if (whole === undefined) return undefined;
  const kept = places.padEnd(2, '0');
  const percent = BigInt(whole + kept.slice(0, 2)).toString();
  const rest = kept.slice(2).replace(/0+$/, '');
  return rest === '' ? percent : `${percent}.${rest}`;
}
