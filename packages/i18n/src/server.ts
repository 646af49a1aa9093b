import compile from 'icu-minify/compile';
import format, { type CompiledMessage } from 'icu-minify/format';
import { readMessages } from './catalogue.ts';
import type { ServerMessages } from './english.ts';
import { DEFAULT_LANGUAGE, readLanguageCode, type LanguageCode } from './languages.ts';
import { localeOf } from './numbers.ts';

type KeyOf<Tree> = { [K in keyof Tree & string]: Tree[K] extends string ? K : `${K}.${KeyOf<Tree[K]>}` }[keyof Tree &
  string];
/** `reasons.stale_market`, `answers.…`, `mail.…`. */
export type ServerKey = KeyOf<ServerMessages>;
export type Translate = (key: ServerKey, params?: Readonly<Record<string, string | number | Date>>) => string;

/**
 * The language of an answer: the requested one, else the member's stored one, else English (docs/wire/conventions.md).
 */
export const resolveLanguage = (header: string | null | undefined, stored?: string | null): LanguageCode =>
  readLanguageCode(header) ?? readLanguageCode(stored) ?? DEFAULT_LANGUAGE;

const intl = <Options, Formatter>(make: (locale: string, options?: Options) => Formatter) => {
  const kept = new Map<string, Formatter>();
  return (locale: string, options?: Options): Formatter => {
    const key = locale + JSON.stringify(options ?? null);
    const formatter = kept.get(key) ?? make(locale, options);
    kept.set(key, formatter);
    return formatter;
  };
};

const formatters = {
  getDateTimeFormat: intl((locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options)),
  getNumberFormat: intl((locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options)),
  getPluralRules: intl((locale, options?: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options)),
};

/** A message of a language by its key, compiled at its first use: most languages use few of theirs. */
type Find = (key: string) => CompiledMessage | undefined;
const catalogues = new Map<LanguageCode, Find>();
const translators = new Map<LanguageCode, Translate>();

function catalogueOf(language: LanguageCode): Find {
  const known = catalogues.get(language);
  if (known) return known;
  const messages = readMessages(language);
  const compiled = new Map<string, CompiledMessage>();
  const find: Find = (key) => {
    const kept = compiled.get(key);
    if (kept !== undefined) return kept;
    const message = messages.get(key);
    if (message === undefined) return undefined;
    const made = compile(message);
    compiled.set(key, made);
    return made;
  };
  catalogues.set(language, find);
  return find;
}

/**
 * Translates into a language, English where it has no words. Files are read once, at a language's first use. Times in
 * messages are UTC. An unknown key is returned unchanged; tests rule that out.
 */
export function translator(code: string): Translate {
  const language = resolveLanguage(code);
  const known = translators.get(language);
  if (known) return known;
  const own = catalogueOf(language);
  const english = catalogueOf(DEFAULT_LANGUAGE);
  const translate: Translate = (key, params) => {
    const words = own(key);
    const message = words ?? english(key);
    if (message === undefined) return key;
    return String(
      format(message, localeOf(words === undefined ? DEFAULT_LANGUAGE : language), params, {
        formatters,
        timeZone: 'UTC',
      }),
    );
  };
  translators.set(language, translate);
  return translate;
}
