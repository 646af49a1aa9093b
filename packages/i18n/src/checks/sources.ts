import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LanguageCode } from '../languages.ts';
import type { Finding, Words } from './finding.ts';

/** By key: the hash of the English text that a translation was made from. */
export type Sources = ReadonlyMap<string, string>;

const fileOf = (language: LanguageCode) => fileURLToPath(new URL(`../../sources/${language}.json`, import.meta.url));

/** The first eight hexadecimal digits of a text's SHA-256. */
export const sourceHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** What a language's translations were made from: `sources/<code>.json`. Empty when there is no file. */
export function readSources(language: LanguageCode): Sources {
  const file = fileOf(language);
  const content: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  if (typeof content !== 'object' || content === null) throw new TypeError(`${file} is not an object`);
  return new Map(Object.entries(content).map(([key, hash]) => [key, String(hash)]));
}

/** Writes `sources/<code>.json`, a line for each key, sorted, so that changes of different keys merge. */
export const writeSources = (language: LanguageCode, sources: Sources): void =>
  writeFileSync(fileOf(language), `${JSON.stringify(Object.fromEntries([...sources].sort(byKey)), null, 2)}\n`);

const byKey = ([one]: readonly [string, string], [other]: readonly [string, string]) => (one < other ? -1 : 1);

/** Keys whose English has changed since the translation was looked at, or that nobody has looked at. */
export const staleKeys = ({ own, english }: Pick<Words, 'own' | 'english'>, sources: Sources): string[] =>
  [...own.keys()].filter((key) => {
    const source = english.get(key);
    return source !== undefined && sources.get(key) !== sourceHash(source);
  });

/**
 * The sources after somebody has looked at translations: `keys` are recorded with the English of now, keys that no
 * longer exist are dropped.
 */
export const recorded = (
  { own, english }: Pick<Words, 'own' | 'english'>,
  sources: Sources,
  keys: readonly string[],
): Sources =>
  new Map(
    [...own.keys()].flatMap((key) => {
      const source = english.get(key);
      if (source === undefined) return [];
      const hash = keys.includes(key) ? sourceHash(source) : sources.get(key);
      return hash === undefined ? [] : [[key, hash] as const];
    }),
  );

/** Translations to look at again, and records of messages that are gone. */
export const sourcesCheck =
  (sourcesOf: (language: LanguageCode) => Sources) =>
  (words: Words): Finding[] => {
    if (words.language === 'en') return [];
    const sources = sourcesOf(words.language);
    return [
      ...staleKeys(words, sources).map((key) => ({
        subject: key,
        text: `“${words.own.get(key)}” was made from another English text; it is now “${words.english.get(key)}”`,
      })),
      ...[...sources.keys()]
        .filter((key) => !words.own.has(key))
        .map((key) => ({ subject: key, text: 'is recorded, but there is no such message: record again' })),
    ];
  };
