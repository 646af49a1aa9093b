import type { LanguageCode } from './languages.ts';
import { isKnown, localeOf } from './numbers.ts';

const STYLES = {
  /** `14:05:09` */
  time: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  /** `20 Nov 2026` */
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  /** `20 Nov, 14:05:09` */
  moment: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  /** `20 Nov 2026, 14:05` */
  full: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
export type TimeStyle = keyof typeof STYLES;

export interface TimeOptions {
  readonly language: LanguageCode;
  readonly style: TimeStyle;
  readonly nativeDigits?: boolean | undefined;
  /** IANA name; the reader's own zone by default. */
  readonly timeZone?: string | undefined;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Times in a locale; in a language that the browser does not support, the month is a number: `22/11/2026`. */
export const timeFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  isKnown(locale)
    ? new Intl.DateTimeFormat(locale, options)
    : new Intl.DateTimeFormat(
        locale.replace(/^[^-]+/, 'en-GB'),
        options.month ? { ...options, month: '2-digit' } : options,
      );

/** A time of the wire (ISO-8601) or epoch milliseconds, in a language. */
export function formatTime(at: string | number, options: TimeOptions): string {
  const locale = localeOf(options.language, options.nativeDigits);
  const key = `${locale} ${options.style} ${options.timeZone ?? ''}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = timeFormat(locale, {
      ...STYLES[options.style],
      ...(options.timeZone ? { timeZone: options.timeZone } : {}),
    });
    formatters.set(key, formatter);
  }
  return formatter.format(new Date(at));
}
