import { formatDecimal, isKnown, localeOf, type DecimalOptions } from './numbers.ts';

export type Unit = 'second' | 'minute' | 'hour' | 'day' | 'megabyte';

interface UnitOptions extends Pick<DecimalOptions, 'language' | 'nativeDigits'> {
  /** `5 s` by default; `long` is `5 seconds`. */
  readonly length?: 'short' | 'long' | undefined;
}

const kept = new Map<string, Intl.NumberFormat>();

function formatterOf(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = locale + JSON.stringify(options);
  const formatter = kept.get(key) ?? new Intl.NumberFormat(locale, options);
  kept.set(key, formatter);
  return formatter;
}

/** English where the browser does not know the language, with the digits that are asked for. */
const knownLocale = (locale: string): string => (isKnown(locale) ? locale : locale.replace(/^[^-]+/, 'en'));

/** A whole number of a unit, with the plural and the space of the language: `8 MB`, `30 Sek.`, `1 day`. */
export const formatUnit = (count: number, unit: Unit, options: UnitOptions): string =>
  formatterOf(knownLocale(localeOf(options.language, options.nativeDigits)), {
    style: 'unit',
    unit,
    unitDisplay: options.length ?? 'short',
  }).format(count);

/** Two exact decimals of the wire as a range, joined as the language does: `1–5`, in Japanese `1～5`. */
export function formatRange(from: string, to: string, options: DecimalOptions): string {
  const parts = formatterOf(knownLocale(localeOf(options.language, options.nativeDigits)), {
    maximumFractionDigits: 0,
  }).formatRangeToParts(1, 2);
  return parts
    .map(({ type, value, source }) =>
      type === 'integer' ? formatDecimal(source === 'startRange' ? from : to, options) : value,
    )
    .join('');
}
