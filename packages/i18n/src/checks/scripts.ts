import type { LanguageCode } from '../languages.ts';
import type { Finding, Words } from './finding.ts';
import { isMembers } from './finding.ts';
import { sentencesOf } from './plain.ts';
import { NAMES } from './names.ts';

/** The scripts of the languages that are not written in Latin letters; all others are. */
const SCRIPTS: Partial<Record<LanguageCode, string>> = {
  'zh-cn': '\\p{Script=Han}',
  'zh-TW': '\\p{Script=Han}',
  ja: '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー',
  ko: '\\p{Script=Hangul}',
  ru: '\\p{Script=Cyrillic}',
  el: '\\p{Script=Greek}',
  ar: '\\p{Script=Arabic}',
  fa: '\\p{Script=Arabic}',
  ur: '\\p{Script=Arabic}',
  hi: '\\p{Script=Devanagari}',
  bn: '\\p{Script=Bengali}',
  th: '\\p{Script=Thai}',
  la: '\\p{Script=Lao}',
};

/** Frequent letters of the script that the language does not write. */
const WRONG_LETTERS: Partial<Record<LanguageCode, RegExp>> = {
  fa: /[كيىة]/gu,
  ur: /[كيىةه]/gu,
  'zh-TW':
    /[这个们来时会说国过对发经进动种开关问间实现点钱账户币绑转换设备验证码资产质价单号应请选择确认闭讯导图终结账录务费网额]/gu,
  'zh-cn':
    /[這個們來時會說國過對發經進動種開關問間實現點錢帳戶幣綁轉換設驗證碼資產質價單號應請選擇確認閉訊導圖終結錄務費網額]/gu,
  ja: /[这个们时说国过发进种开关问间实现钱账币绑转设备验证码资产质价单应请选择确认闭讯导图终务费网额]/gu,
};
/** Letters that have no width and no place; joiners only where they shape letters. */
const INVISIBLE = /[\u{200B}\u{2060}\u{FEFF}\u{00AD}\u{180E}\u{200E}\u{200F}\u{202A}-\u{202E}\u{FFFD}]/u;
const JOINERS = /[\u{200C}\u{200D}]/u;
const JOINED: readonly LanguageCode[] = ['fa', 'ur', 'ar', 'hi', 'bn'];
const LATIN_WORD = /\p{Script=Latin}(?:[\p{Script=Latin}\p{M}\p{N}]|-(?=[\p{Script=Latin}\p{N}]))*/gu;
/** The stretching line between two letters; before a Latin name it joins a prefix, and is right. */
const STRETCHED = /\p{Script=Arabic}\u{0640}\p{Script=Arabic}/u;
/** Greek letters that stand for a quantity in every language. */
const SYMBOLS = 'σ';
/** Latin and the other script in one word; a Latin name with an ending has a hyphen or an apostrophe between. */
const MIXED_WORD =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u;

/** Letters of another script, Latin words that are no name, letters that only look right, and invisible ones. */
export function scriptsCheck({ language, own, glossary }: Words): Finding[] {
  const script = SCRIPTS[language] ?? '\\p{Script=Latin}';
  const foreign = new RegExp(`[^${script}\\p{Script=Latin}\\p{Script=Common}\\p{Script=Inherited}${SYMBOLS}]`, 'gu');
  const names = new Set([...NAMES, ...glossary.sameAsEnglish.flatMap((text) => text.match(LATIN_WORD) ?? [])]);
  const found = (key: string, message: string): string[] => {
    const text = sentencesOf(message).join(' ');
    const wrong = [...(text.match(foreign) ?? [])].map((letter) => `a letter of another script, ${named(letter)}`);
    if (INVISIBLE.test(text)) wrong.push(`an invisible character, ${named(INVISIBLE.exec(text)?.[0] ?? '')}`);
    if (STRETCHED.test(text)) wrong.push('a stretched letter');
    if (JOINERS.test(text) && !JOINED.includes(language)) wrong.push('a joiner, which this language does not use');
    if (MIXED_WORD.test(text)) wrong.push(`letters of two scripts in one word, “${MIXED_WORD.exec(text)?.[0]}”`);
    for (const letter of text.match(WRONG_LETTERS[language] ?? /(?!)/gu) ?? [])
      wrong.push(`“${letter}”, which this language does not write`);
    if (SCRIPTS[language] && isMembers(key) && key !== 'app.language.short')
      for (const word of text.match(LATIN_WORD) ?? []) if (!names.has(word)) wrong.push(`the Latin word “${word}”`);
    return [...new Set(wrong)];
  };
  return [...own].flatMap(([key, message]) =>
    found(key, message).map((wrong) => ({ subject: key, text: `“${message}” has ${wrong}` })),
  );
}

const named = (letter: string): string =>
  `“${letter}” (U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')})`;
