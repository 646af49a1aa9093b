import { languageOf, type LanguageCode } from '@plimsoll/i18n/languages';
import { formatDecimal } from '@plimsoll/i18n/numbers';
import { resolveLanguage, translator } from '@plimsoll/i18n/server';
import { momentText } from '../../platform/moment-text.ts';
import type { NoticeKind } from './kinds.ts';

/** A notice of the platform, as stored. */
export interface StoredNotification {
  readonly kind: NoticeKind;
  readonly params: Readonly<Record<string, string>>;
}

const AMOUNTS: readonly string[] = ['amount', 'net', 'fee', 'claimed', 'revenue'];

/** Isolates amounts and addresses in right-to-left text. */
const ISOLATED = ['\u2068', '\u2069'] as const;

function shown(name: string, value: string, language: LanguageCode): string {
  const text = AMOUNTS.includes(name)
    ? formatDecimal(value, { language })
    : name === 'until'
      ? momentText(Date.parse(value))
      : value;
  return languageOf(language).dir === 'rtl' ? ISOLATED.join(text) : text;
}

/** A platform notice in a language; paragraphs are separated by an empty line. */
export function wordsOf(
  { kind, params }: StoredNotification,
  lang: string,
): { readonly title: string; readonly text: string } {
  const say = translator(lang);
  const language = resolveLanguage(lang);
  const values = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, shown(name, value, language)]),
  );
  const cases = {
    way: params['way'] ?? '',
    differs: (params['claimed'] ?? params['amount']) === params['amount'] ? 'no' : 'yes',
    remarked: (params['remark'] ?? '') === '' ? 'no' : 'yes',
    named: params['browser'] && params['system'] ? 'yes' : 'no',
    which: params['which'] ?? '',
    how: params['how'] ?? '',
    left: Number(params['left'] ?? 0),
  };
  const all = { ...values, ...cases };
  return { title: say(`notice-words.${kind}.title`, all), text: say(`notice-words.${kind}.text`, all) };
}
