import { DEFAULT_LANGUAGE, LANGUAGES, readLanguageCode } from '@plimsoll/i18n/languages';

/** What a row of the catalogue is called in other languages than English, as stored: by code. */
export type StoredNames = Readonly<Record<string, string>>;
/** The same on the wire. */
export type Names = readonly { readonly lang: string; readonly name: string }[];

/** In the order of languages. Null, never written, is none. */
export const namesOf = (stored: StoredNames | null): { lang: string; name: string }[] =>
  LANGUAGES.flatMap(({ code }) => {
    const name = stored?.[code];
    return name === undefined ? [] : [{ lang: code, name }];
  });

/** Given names with codes as they are written; undefined where a language is unknown, English, or named twice. */
function readNames(given: Names): { lang: string; name: string }[] | undefined {
  const stored: Record<string, string> = {};
  for (const { lang, name } of given) {
    const code = readLanguageCode(lang);
    if (code === undefined || code === DEFAULT_LANGUAGE || Object.hasOwn(stored, code)) return undefined;
    stored[code] = name;
  }
  return namesOf(stored);
}

/**
 * The names of a row that is to be written. Those of another English name are dropped unless they change with it: they
 * would say what it no longer is. Undefined where {@link readNames} refuses them.
 */
export function namesToWrite(
  wanted: { readonly title: string; readonly names: Names },
  before: { readonly title: string; readonly names: Names } | undefined,
): { lang: string; name: string }[] | undefined {
  const names = readNames(wanted.names);
  const isStale = before !== undefined && before.title !== wanted.title && isSame(names ?? [], before.names);
  return isStale ? [] : names;
}

const isSame = (some: Names, others: Names): boolean => JSON.stringify(some) === JSON.stringify(others);

/** The JSON to store; null where nothing changes, so that names that were never written stay so. */
export const writtenNames = (names: Names, before: Names): string | null =>
  isSame(names, before) ? null : JSON.stringify(Object.fromEntries(names.map(({ lang, name }) => [lang, name])));

/** What a reader of a language reads: the name in it, or else the English one. */
export const nameIn = (lang: string, names: StoredNames | null, english: string): string => names?.[lang] ?? english;
