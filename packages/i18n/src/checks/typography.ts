import type { LanguageCode } from '../languages.ts';
import type { Finding, Words } from './finding.ts';
import { SLOT, sentencesOf } from './plain.ts';

const CHINESE: readonly LanguageCode[] = ['zh-cn', 'zh-TW'];
const FULL_WIDTH: readonly LanguageCode[] = [...CHINESE, 'ja'];
const ARABIC: readonly LanguageCode[] = ['ar', 'fa', 'ur'];
const DANDA: readonly LanguageCode[] = ['hi', 'bn'];
/** No full stop at the end of a sentence, or one that is a space. */
const NO_STOP: readonly LanguageCode[] = ['th', 'la'];

/** The outer quotation marks of languages that do not write “these”. */
const QUOTES: Partial<Record<LanguageCode, readonly string[]>> = {
  de: ['„', '“'],
  cr: ['„', '“', '”', '»', '«'],
  rm: ['„', '”'],
  sv: ['”'],
  ru: ['«', '»', '„', '“'],
  el: ['«', '»'],
  fr: ['«', '»'],
  fa: ['«', '»'],
  ar: ['«', '»', '“', '”'],
  'zh-TW': ['「', '」', '『', '』'],
  ja: ['「', '」', '『', '』'],
};
const ANY_QUOTE = /[„“”«»「」『』"]/gu;
const SPACED_PERCENT: readonly LanguageCode[] = ['de', 'sv', 'es', 'fr', 'ru', 'cr', 'rm'];

type Rule = readonly [wrong: RegExp, text: string, only?: readonly LanguageCode[] | undefined];
const RULES: readonly Rule[] = [
  [/ {2}/u, 'two spaces'],
  [/\.\.\./u, 'three points, not “…”'],
  [/\p{L}'\p{L}/u, 'a straight apostrophe, not “’”'],
  [/"/u, 'straight quotation marks'],
  [/[!！¡]/u, 'an exclamation mark'],
  [/ [–-] (?=\p{Nd})|\p{Nd}-\p{Nd}/u, 'a hyphen between figures, not “–”'],
  [/ - /u, 'a hyphen with spaces, not a dash'],
  [/[^\u{00A0}\u{202F}\p{N}][:;?!»](?!\/|\p{Nd})/u, 'no no-break space before “: ; ? »”', ['fr']],
  [/«(?![\u{00A0}\u{202F}])/u, 'no no-break space after “«”', ['fr']],
  [new RegExp(`[${SLOT}\\p{Nd}] ?%`, 'u'), 'no no-break space before “%”', SPACED_PERCENT],
  [new RegExp(`[${SLOT}\\p{Nd}]\\s?[%٪]`, 'u'), 'a percent sign behind the figure, not before it', ['tr']],
  [
    /\p{Script=Han}[,;:?()](?!\p{Nd})|[,;:?](?=\p{Script=Han})/u,
    'half-width punctuation between characters',
    FULL_WIDTH,
  ],
  [/\p{Script=Arabic}[,;?]/u, 'a Latin comma, semicolon or question mark, not “، ؛ ؟”', ARABIC],
  [/[%٪]/u, 'a percent sign: the formatted value brings the one of its digits', ['ar', 'fa', 'ur']],
  [/[\p{Script=Devanagari}\p{Script=Bengali}]{4}\.(?=\s|$)/u, 'a Latin full stop, not “।”', DANDA],
  [/ [,.،。、।]/u, 'a space before a comma or a full stop'],
];

/** Abbreviations end in a point too, so that only texts of several words end in a full stop. */
const ENDS_A_SENTENCE = /(?:[\p{L}\p{M}\p{N}%)”"’]|\u{FFFC})[.]$/u;
const STOP = /[.。．।۔؟?？…:：]["”»」』)\u{2069}]*$/u;

/** Punctuation of the language: quotation marks, spaces, dashes, stops, and no exclamation mark. */
export function typographyCheck({ language, own, english }: Words): Finding[] {
  return [...own].flatMap(([key, message]) => {
    const sentences = sentencesOf(message);
    const text = sentences.join('\n');
    const wrong = RULES.filter(([pattern, , only]) => (!only || only.includes(language)) && pattern.test(text)).map(
      ([, what]) => what,
    );
    const quotes = QUOTES[language] ?? ['“', '”'];
    for (const mark of new Set(text.match(ANY_QUOTE) ?? [])) {
      if (mark !== '"' && !quotes.includes(mark)) wrong.push(`the quotation mark ${mark}, not ${quotes.join(' ')}`);
    }
    const source = sentencesOf(english.get(key) ?? '')[0] ?? '';
    if (language !== 'en' && !NO_STOP.includes(language) && source.includes(' ')) {
      const stops = ENDS_A_SENTENCE.test(source);
      const last = sentences[0] ?? '';
      if (stops && !STOP.test(last)) wrong.push('no full stop at the end, where English has one');
      if (
        !stops &&
        !/[.?…:]$/u.test(source) &&
        /[.。।۔]$/u.test(last) &&
        !/(?<![\p{L}\p{M}])[\p{L}\p{M}]{1,4}\.$/u.test(last)
      )
        wrong.push('a full stop at the end, where English has none');
    }
    return wrong.map((what) => ({ subject: key, text: `“${message}” has ${what}` }));
  });
}
