import { languageOf, type LanguageCode } from '../languages.ts';

/** Written without spaces between words, so that a stem is looked for anywhere. */
const UNSPACED: readonly LanguageCode[] = ['zh-cn', 'zh-TW', 'ja', 'th', 'la'];
/** Arabic short vowels and the stretching line, which one writer puts and another leaves out. */
const POINTING = /[\u{64B}-\u{652}\u{640}]/gu;

const special = /[.*+?^${}()|[\]\\]/g;
const kept = new Map<string, RegExp>();

const folded = (text: string, language: LanguageCode): string =>
  text.toLocaleLowerCase(languageOf(language).tag).normalize('NFC').replace(POINTING, '');

/**
 * Whether a text has a stem: `einlös*` is the beginning of a word, `*lösung` its end, `du` the whole word; in languages
 * written without spaces each is looked for anywhere. Case, and the vowel signs of Arabic, do not count.
 */
export function hasStem(text: string, stem: string, language: LanguageCode): boolean {
  const key = `${language} ${stem}`;
  let pattern = kept.get(key);
  if (!pattern) {
    const isAnywhere = UNSPACED.includes(language);
    const core = folded(stem.replace(/^\*|\*$/g, ''), language).replace(special, '\\$&');
    const start = isAnywhere || stem.startsWith('*') ? '' : '(?<![\\p{L}\\p{M}\\p{N}])';
    const end = isAnywhere || stem.endsWith('*') ? '' : '(?![\\p{L}\\p{M}\\p{N}])';
    pattern = new RegExp(start + core + end, 'u');
    kept.set(key, pattern);
  }
  return pattern.test(folded(text, language));
}
