import type { Reason, Refusal } from '@plimsoll/contract';
import { CARD_NUMBER_LENGTH, IMAGE_MAX_PIXELS, OUT_HOURS, PASSWORD_LENGTH } from '@plimsoll/contract/figures';
import { formatDecimal, formatPercent, type LanguageCode } from '@plimsoll/i18n';
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

/** Their `maximum` counts something: a plural of the message needs the number. */
const COUNTING: readonly Reason[] = [
  'too_many_open_orders',
  'too_many_cards',
  'too_many_passkeys',
  'too_many_keys',
  'too_many_addresses',
];
/** Values that are decimals. */
const DECIMALS = ['minimum', 'maximum', 'step', 'price', 'left', 'seconds'];

function written(reason: Reason, name: string, value: string, language: LanguageCode): string | number {
  if (name === 'maximum' && COUNTING.includes(reason)) return Number(value);
  if (name === 'percent') return formatPercent(value, { language });
  return DECIMALS.includes(name) ? formatDecimal(value, { language }) : value;
}

/** A reason in words; figures of `params`, as the wire writes them, are written as the language writes them. */
export function reasonWords(lang: string, reason: Reason, params: Refusal['params'] = {}): string {
  const language = resolveLanguage(lang);
  const values = Object.entries(params).map(([name, value]) => [name, written(reason, name, value, language)] as const);
  return translator(lang)(`reasons.${reason}`, { ...figuresIn(language), ...Object.fromEntries(values) });
}
