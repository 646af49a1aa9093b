import { isKnown, localeOf } from './numbers.ts';
import { formatTime, type TimeOptions } from './times.ts';

const relatives = new Map<string, Intl.RelativeTimeFormat>();
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/**
 * The distance of `atMs` from `nowMs` in the largest whole unit: "3 seconds ago", "in 2 hours"; the time itself in a
 * language that the browser does not support.
 */
export function formatRelative(
  atMs: number,
  nowMs: number,
  options: Pick<TimeOptions, 'language' | 'nativeDigits'>,
): string {
  const locale = localeOf(options.language, options.nativeDigits);
  if (!isKnown(locale)) return formatTime(atMs, { ...options, style: 'full' });
  let relative = relatives.get(locale);
  if (!relative) {
    relative = new Intl.RelativeTimeFormat(locale, { style: 'short', numeric: 'always' });
    relatives.set(locale, relative);
  }
  const distance = atMs - nowMs;
  const [unit, lengthMs] = UNITS.find(([, length]) => Math.abs(distance) >= length) ?? (['second', 1000] as const);
  return relative.format(Math.trunc(distance / lengthMs) || -0, unit);
}
