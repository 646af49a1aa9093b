import { formatDecimal, type LanguageCode } from '@plimsoll/i18n';

/** A decimal of the wire without padding zeros, in the reader's notation; anything else unchanged. */
export const shortAmount = (text: string, language: LanguageCode): string =>
  /^-?\d+\.\d+$/.test(text) ? formatDecimal(text.replace(/\.?0+$/, ''), { language }) : text;
