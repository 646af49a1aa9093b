/** Languages, figures and times. Words: `./messages.ts` in a browser, `./server.ts` on the server. */
export {
  chooseLanguage,
  DEFAULT_LANGUAGE,
  LANGUAGES,
  languageOf,
  readLanguageCode,
  type Language,
  type LanguageCode,
} from './languages.ts';
export {
  decimalParts,
  formatCompact,
  formatDecimal,
  formatPercent,
  hasNativeDigits,
  isKnown,
  localeOf,
  type DecimalOptions,
  type DecimalParts,
} from './numbers.ts';
export { formatRelative } from './relative.ts';
export { formatTime, timeFormat, type TimeOptions, type TimeStyle } from './times.ts';
export { asciiDigits, readDecimal } from './typed-numbers.ts';
