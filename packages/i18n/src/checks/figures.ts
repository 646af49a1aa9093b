import type { LanguageCode } from '../languages.ts';
import type { Finding, Words } from './finding.ts';
import { isMembers } from './finding.ts';
import { sentencesOf } from './plain.ts';

/** Values that are whole numbers of something; `hours` are always the 24 of a day. */
const COUNTS = 'count|days|minutes|seconds|places|maximum|joined|left|attempts|sources|number_of';
/** Nouns that a count stands before, in English: their form depends on it. */
const NOUNS =
  'days?|hours?|minutes?|seconds?|weeks?|months?|years?|ticks?|sources?|codes?|orders?|cards?|addresses|address|decimals?|places?|members?|coins?|images?|attempts?|passkeys?|requests?|accounts?|letters?|characters?|people|persons?|approvals?|records?|pixels?';
const COUNTED = new RegExp(`\\{(?:${COUNTS})\\}(?:-| )(?:\\p{L}+ )?(?:${NOUNS})\\b`, 'u');

/** Names with digits in them, and what is no quantity. */
const NAMED_DIGITS = /TRC20|ERC20|Ed25519|SHA-256|P2P|1Password|MA ?\d+|2FA|H1|24\/7|=\d+|\b0x\b/gu;
/** Languages that write small numbers as digits where English has words, and have no other digits. */
const SMALL_IN_DIGITS: readonly LanguageCode[] = ['ja', 'ko', 'vi', 'la'];
const MAX_SMALL = 10;
/** Braces with what they hold, innermost first. */
const VALUE = /\{\w+(?:, (?:date|time|number)[^{}]*)?\}/gu;

/**
 * Figures typed into a message, which no reader can have in their own digits and grouping; and, in English, a count
 * before its noun outside a plural.
 */
export function figuresCheck({ language, own, english }: Words): Finding[] {
  return [...own]
    .filter(([key]) => isMembers(key))
    .flatMap(([key, message]) => {
      const wrong: string[] = [];
      const typed = figureIn(message, language);
      // A figure of the English text goes when English has a value there.
      if (typed && (language === 'en' || !figureIn(english.get(key) ?? '', 'en')))
        wrong.push(`the figure ${typed}: figures are values`);
      if (language === 'en') {
        const counted = COUNTED.exec(outsidePlurals(message));
        if (counted) wrong.push(`“${counted[0]}” outside a plural`);
      }
      return wrong.map((what) => ({ subject: key, text: `“${message}” has ${what}` }));
    });
}

/** The first figure typed into a message. */
const figureIn = (message: string, language: LanguageCode): string | undefined =>
  sentencesOf(message)
    .join(' ')
    .replace(NAMED_DIGITS, '')
    .match(/\p{Nd}+(?:[.,:]\p{Nd}+)*/gu)
    ?.find((figure) => !SMALL_IN_DIGITS.includes(language) || !(Number(figure) <= MAX_SMALL));

/** A message without its plurals; values stay. */
function outsidePlurals(message: string): string {
  let text = message.replace(VALUE, (value) => value.replaceAll('{', '⟨').replaceAll('}', '⟩'));
  for (let before = ''; before !== text;) {
    before = text;
    text = text.replace(/\{\w+, plural,(?:[^{}]*\{[^{}]*\})*[^{}]*\}/gu, '').replace(/(?<=\w )\{([^{},]*)\}/gu, '⟦$1⟧');
  }
  return text.replaceAll('⟨', '{').replaceAll('⟩', '}');
}
