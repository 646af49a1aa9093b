/** A language of the interface. */
export interface Language {
  /** The spec's code: on the wire, in storage and in file names. */
  readonly code: LanguageCode;
  /** Its own name. */
  readonly name: string;
  /** BCP 47, for `lang` attributes and `Intl`. */
  readonly tag: string;
  readonly dir: 'ltr' | 'rtl';
}

const CODES = [
  'en',
  'id',
  'cr',
  'sv',
  'rm',
  'zh-cn',
  'zh-TW',
  'ur',
  'bn',
  'hi',
  'la',
  'th',
  'ms',
  'el',
  'fa',
  'es',
  'tr',
  'pt',
  'vi',
  'ru',
  'de',
  'ko',
  'ja',
  'it',
  'fr',
  'ar',
] as const;
export type LanguageCode = (typeof CODES)[number];

/** The language used wherever another has no words. */
export const DEFAULT_LANGUAGE: LanguageCode = 'en';

const NAMES: Readonly<Record<LanguageCode, string>> = {
  en: 'English',
  id: 'Bahasa Indonesia',
  cr: 'Hrvatski',
  sv: 'Svenska',
  rm: 'Română',
  'zh-cn': '简体中文',
  'zh-TW': '繁體中文',
  ur: 'اردو',
  bn: 'বাংলা',
  hi: 'हिन्दी',
  la: 'ລາວ',
  th: 'ไทย',
  ms: 'Bahasa Melayu',
  el: 'Ελληνικά',
  fa: 'فارسی',
  es: 'Español',
  tr: 'Türkçe',
  pt: 'Português',
  vi: 'Tiếng Việt',
  ru: 'Русский',
  de: 'Deutsch',
  ko: '한국어',
  ja: '日本語',
  it: 'Italiano',
  fr: 'Français',
  ar: 'العربية',
};

/** Codes of the spec that mean something else in BCP 47, or are less specific. */
const TAGS: Partial<Record<LanguageCode, string>> = {
  cr: 'hr',
  rm: 'ro',
  la: 'lo',
  'zh-cn': 'zh-Hans',
  'zh-TW': 'zh-Hant',
};
const RIGHT_TO_LEFT: readonly LanguageCode[] = ['ar', 'fa', 'ur'];

/** All 26 (PRODUCT 1), in the order of lists. */
export const LANGUAGES: readonly Language[] = CODES.map((code) => ({
  code,
  name: NAMES[code],
  tag: TAGS[code] ?? code,
  dir: RIGHT_TO_LEFT.includes(code) ? 'rtl' : 'ltr',
}));

const BY_CODE = new Map(LANGUAGES.map((each) => [each.code, each]));
const BY_LOWER_CODE = new Map(LANGUAGES.map((each) => [each.code.toLowerCase(), each.code]));

/** A language by its code. */
export function languageOf(code: LanguageCode): Language {
  const language = BY_CODE.get(code);
  if (!language) throw new RangeError(`no such language: ${code}`);
  return language;
}

/** Reads a code in any case; undefined when it is none of the 26. */
export const readLanguageCode = (text: string | null | undefined): LanguageCode | undefined =>
  BY_LOWER_CODE.get(text?.trim().toLowerCase() ?? '');

/**
 * The language of a first visit (PRODUCT 1): the stored choice; else Chinese when the browser asks for any Chinese;
 * else the browser's own when its words are written; else English.
 * @param preferred The browser's languages, most wanted first (`navigator.languages`).
 * @param written Languages that have words of their own.
 */
export function chooseLanguage(
  stored: string | null,
  preferred: readonly string[],
  written: readonly LanguageCode[],
): LanguageCode {
  const chosen = readLanguageCode(stored);
  if (chosen) return chosen;
  if (preferred[0]?.toLowerCase().includes('zh')) return 'zh-cn';
  for (const wanted of preferred) {
    const base = wanted.toLowerCase().split('-')[0];
    const found = LANGUAGES.find((each) => each.tag.toLowerCase() === base && written.includes(each.code));
    if (found) return found.code;
  }
  return DEFAULT_LANGUAGE;
}
