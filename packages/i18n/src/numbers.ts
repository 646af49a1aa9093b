import { languageOf, type LanguageCode } from './languages.ts';

/** Digits that readers of these may choose instead of 0–9 (DESIGN 5). */
const NATIVE_DIGITS: Partial<Record<LanguageCode, string>> = {
  ar: 'arab',
  fa: 'arabext',
  ur: 'arabext',
  bn: 'beng',
  hi: 'deva',
};

/** True where native digits are a choice. */
export const hasNativeDigits = (language: LanguageCode): boolean => language in NATIVE_DIGITS;

/** The `Intl` locale of a language with the digits to use: 0–9 unless native ones are asked for and exist. */
export const localeOf = (language: LanguageCode, nativeDigits = false): string =>
  `${languageOf(language).tag}-u-nu-${(nativeDigits && NATIVE_DIGITS[language]) || 'latn'}`;

/**
 * Whether the browser can write a language (Chromium knows no Lao): what it does not know it says in its own language.
 */
export const isKnown = (locale: string): boolean => Intl.NumberFormat.supportedLocalesOf(locale).length > 0;

interface Shape {
  readonly whole: Intl.NumberFormat;
  readonly point: string;
  readonly digits: readonly string[];
}

const shapes = new Map<string, Shape>();

function shapeOf(locale: string): Shape {
  const known = shapes.get(locale);
  if (known) return known;
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const plain = new Intl.NumberFormat(locale, { useGrouping: false });
  const shape = {
    whole,
    point:
      new Intl.NumberFormat(locale, { minimumFractionDigits: 1 })
        .formatToParts(0)
        .find((part) => part.type === 'decimal')?.value ?? '.',
    digits: Array.from({ length: 10 }, (_, digit) => plain.format(digit)),
  };
  shapes.set(locale, shape);
  return shape;
}

export interface DecimalOptions {
  readonly language: LanguageCode;
  /**
   * Exactly so many places: further ones are cut off (never rounded up), missing ones filled with zeros. Without it,
   * the places given, less trailing zeros.
   */
  readonly decimals?: number | undefined;
  /** At least so many places bright in {@link decimalParts}; two unless said. */
  readonly bright?: number | undefined;
  readonly nativeDigits?: boolean | undefined;
  /** Leave out the grouping of thousands, as in a field that is being typed in. */
  readonly ungrouped?: boolean | undefined;
}

/** A decimal in pieces, for setting each in its own ink. */
export interface DecimalParts {
  /** `''`, U+2212 or `+`. */
  readonly sign: string;
  readonly whole: string;
  /** The decimal sign; empty when there is no fraction. */
  readonly point: string;
  /** The part of the fraction that says something. */
  readonly fraction: string;
  /** The zeros that only fill up. */
  readonly filler: string;
}

const WRITTEN = /^([+-]?)(\d+)(?:\.(\d*))?$/;

/**
 * Takes an exact decimal as the wire writes it apart in a language's grouping, decimal sign and digits. No floating
 * point on the way. A `+` is kept, a minus becomes U+2212; a value that is all zeros after the cut loses its minus.
 * Throws RangeError on anything that is not a decimal.
 */
export function decimalParts(text: string, options: DecimalOptions): DecimalParts {
  const match = WRITTEN.exec(text);
  if (!match) throw new RangeError(`not a decimal: ${text}`);
  const [, sign = '', whole = '', given = ''] = match;
  const shape = shapeOf(localeOf(options.language, options.nativeDigits));
  const kept =
    options.decimals === undefined
      ? given.replace(/0+$/, '')
      : given.slice(0, options.decimals).padEnd(options.decimals, '0');
  const said = Math.min(kept.length, Math.max(kept.replace(/0+$/, '').length, options.bright ?? 2));
  const inDigits = (digits: string) => digits.replace(/\d/g, (digit) => shape.digits[Number(digit)] ?? digit);
  const isZero = /^0*$/.test(whole + kept);
  return {
    sign: sign === '-' ? (isZero ? '' : '\u2212') : sign,
    whole: options.ungrouped ? inDigits(BigInt(whole).toString()) : shape.whole.format(BigInt(whole)),
    point: kept === '' ? '' : shape.point,
    fraction: inDigits(kept.slice(0, said)),
    filler: inDigits(kept.slice(said)),
  };
}

/**
 * An exact decimal in a language: `formatDecimal('-1234.5', { language: 'de', decimals: 2 })` is `−1.234,50`. See
 * {@link decimalParts}.
 */
export function formatDecimal(text: string, options: DecimalOptions): string {
  const { sign, whole, point, fraction, filler } = decimalParts(text, options);
  return sign + whole + point + fraction + filler;
}

const compacts = new Map<string, Intl.NumberFormat>();

/**
 * A large figure shortened by the language's own words, two places at most: `1.92B`. For volumes, where the rest does
 * not matter.
 */
export function formatCompact(text: string, options: Pick<DecimalOptions, 'language' | 'nativeDigits'>): string {
  const locale = localeOf(options.language, options.nativeDigits);
  let compact = compacts.get(locale);
  if (!compact) {
    compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 });
    compacts.set(locale, compact);
  }
  return compact.format(text as Intl.StringNumericLiteral);
}
