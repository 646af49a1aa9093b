import { formatDecimal, type LanguageCode } from '@plimsoll/i18n';

/**
 * A decimal of the wire without the zeros that only fill its places, in the reader's writing; anything else as it is.
 */
export const shortAmount = (text: string, language: LanguageCode): string =>
  /^-?\d+\.\d+$/.test(text) ? formatDecimal(text.replace(/\.?0+$/, ''), { language }) : text;
