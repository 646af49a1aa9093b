/** A decimal as the wire writes it, to its last place. */
const WIRE = /^\d+\.\d{8}$/;
const FRACTION = /^(\d{1,9})(?:\.(\d{1,8}))?$/;

/** A decimal of the wire without the zeros that only fill it up: what stands in a field. */
export const unpadded = (text: string): string => (WIRE.test(text) ? text.replace(/\.?0+$/, '') : text);

/** A fraction in percent, exactly, by moving its point: `0.00125` is `0.125`. Undefined for what is no fraction yet. */
export function percentOf(fraction: string): string | undefined {
  const [, whole, places = ''] = FRACTION.exec(fraction.trim()) ?? [];
  if (whole === undefined) return undefined;
  const kept = places.padEnd(2, '0');
  const percent = BigInt(whole + kept.slice(0, 2)).toString();
  const rest = kept.slice(2).replace(/0+$/, '');
  return rest === '' ? percent : `${percent}.${rest}`;
}
