import { isKnown, localeOf, type DecimalOptions } from './numbers.ts';
import type { LanguageCode } from './languages.ts';

type Reading = Pick<DecimalOptions, 'language' | 'nativeDigits'>;

/** Readers know the unit by its name: its abbreviation is none of everyday. */
const UNIT_IN_FULL: readonly LanguageCode[] = ['ar', 'fa'];
const MEGABYTE = 2 ** 20;

/** A range of whole numbers in a language: `8–128`, in Japanese `8～128`. */
export const formatRange = (
  { min, max }: { readonly min: number; readonly max: number },
  { language, nativeDigits }: Reading,
): string => new Intl.NumberFormat(localeOf(language, nativeDigits)).formatRange(min, max);

/**
 * The size of a file in megabytes of 2²⁰ bytes: `8 MB`, in French `8 Mo`. Where the browser does not support the
 * language, the unit is English, not the browser's.
 */
export function formatMegabytes(bytes: number, { language, nativeDigits }: Reading): string {
  const locale = localeOf(language, nativeDigits);
  return new Intl.NumberFormat(isKnown(locale) ? locale : localeOf('en'), {
    style: 'unit',
    unit: 'megabyte',
    unitDisplay: UNIT_IN_FULL.includes(language) ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(bytes / MEGABYTE);
}
