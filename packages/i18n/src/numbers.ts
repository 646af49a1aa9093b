import { languageOf, type LanguageCode } from './languages.ts';

/** Native digits that readers may choose instead of 0–9 (DESIGN 5). */
const NATIVE_DIGITS: Partial<Record<LanguageCode, string>> = {
  ar: 'arab',
  fa: 'arabext',
  ur: 'arabext',
  bn: 'beng',
  hi: 'deva',
};

/** True where native digits can be chosen. */
export const hasNativeDigits = (language: LanguageCode): boolean => language in NATIVE_DIGITS;

/** The `Intl` locale of a language with its digits: 0–9 unless native ones are asked for and exist. */
export const localeOf = (language: LanguageCode, nativeDigits = false): string =>
  `${languageOf(language).tag}-u-nu-${(nativeDigits && NATIVE_DIGITS[language]) || 'latn'}`;

/** Whether the browser supports a language (Chromium has no Lao); otherwise `Intl` falls back to the browser's own. */
export const isKnown = (locale: string): boolean => Intl.NumberFormat.supportedLocalesOf(locale).length > 0;

interface Shape {
  readonly whole: Intl.NumberFormat;
  readonly point: string;
  readonly digits: readonly string[];
  readonly percent: readonly Intl.NumberFormatPart[];
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
    percent: new Intl.NumberFormat(locale, { style: 'percent' }).formatToParts(0),
  };
  shapes.set(locale, shape);
  return shape;
}

export interface DecimalOptions {
  readonly language: LanguageCode;
  /**
   * Exact number of places: further ones are cut off (never rounded up), missing ones are zeros. By default the given
   * places without trailing zeros.
   */
  readonly decimals?: number | undefined;
  /** Minimum number of bright places in {@link decimalParts}; default two. */
  readonly bright?: number | undefined;
  readonly nativeDigits?: boolean | undefined;
  /** No grouping of thousands, as in an input field. */
  readonly ungrouped?: boolean | undefined;
}

/** A decimal in pieces, to be coloured separately. */
export interface DecimalParts {
  /** `''`, U+2212 or `+`. */
  readonly sign: string;
  readonly whole: string;
  /** The decimal sign; empty without a fraction. */
  readonly point: string;
  /** The significant part of the fraction. */
  readonly fraction: string;
  /** Trailing zeros. */
  readonly filler: string;
}

const WRITTEN = /^([+-]?)(\d+)(?:\.(\d*))?$/;

/**
 * Splits an exact decimal of the wire into pieces with a language's grouping, decimal sign and digits, without floating
 * point. A `+` is kept, a minus becomes U+2212; a value that is zero after the cut loses either. Throws RangeError on
 * anything that is not a decimal.
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
  const significant = Math.min(kept.length, Math.max(kept.replace(/0+$/, '').length, options.bright ?? 2));
  const inDigits = (digits: string) => digits.replace(/\d/g, (digit) => shape.digits[Number(digit)] ?? digit);
  const isZero = /^0*$/.test(whole + kept);
  return {
    sign: isZero ? '' : sign === '-' ? '\u2212' : sign,
    whole: options.ungrouped ? inDigits(BigInt(whole).toString()) : shape.whole.format(BigInt(whole)),
    point: kept === '' ? '' : shape.point,
    fraction: inDigits(kept.slice(0, significant)),
    filler: inDigits(kept.slice(significant)),
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

/**
 * Percent in a language, with its sign where the language puts it: `54.05` is `54.05%`, in German `54,05 %`, in Turkish
 * `%54,05`.
 */
export function formatPercent(text: string, options: DecimalOptions): string {
  return shapeOf(localeOf(options.language, options.nativeDigits))
    .percent.map(({ type, value }) => (type === 'integer' ? formatDecimal(text, options) : value))
    .join('');
}

const compacts = new Map<string, Intl.NumberFormat>();

/**
 * A large figure abbreviated in the language, with at most two places: `1.92B`. For volumes, where precision is
 * unimportant.
 */
export function formatCompact(text: string, options: Pick<DecimalOptions, 'language' | 'nativeDigits'>): string {
  const locale = localeOf(options.language, options.nativeDigits);
  let compact = compacts.get(locale);
  if (!compact) {
    compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 });
    compacts.set(locale, compact);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the wire's decimals are numeric literals
  return compact.format(text as Intl.StringNumericLiteral);
}
