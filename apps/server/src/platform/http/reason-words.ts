import type { Reason, Refusal } from '@plimsoll/contract';
import { CARD_NUMBER_LENGTH, IMAGE_MAX_PIXELS, OUT_HOURS, PASSWORD_LENGTH } from '@plimsoll/contract/figures';
import type { LanguageCode } from '@plimsoll/i18n';
import { formatRange } from '@plimsoll/i18n/measures';
import { resolveLanguage, translator } from '@plimsoll/i18n/server';

/** What reasons say of rules that no setting changes: refusals need not bring it along. */
const figuresIn = (language: LanguageCode) => ({
  long: formatRange(PASSWORD_LENGTH.any, { language }),
  short: formatRange(PASSWORD_LENGTH.plain, { language }),
  length: formatRange(CARD_NUMBER_LENGTH, { language }),
  megapixels: IMAGE_MAX_PIXELS / 1_000_000,
  hours: OUT_HOURS,
});

/** A reason in words; decimals of `params` are written as the language writes them. */
export const reasonWords = (lang: string, reason: Reason, params?: Refusal['params']): string =>
  translator(lang)(`reasons.${reason}`, { ...figuresIn(resolveLanguage(lang)), ...params });
