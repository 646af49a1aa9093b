import { CHECKS, findingsOf } from '@plimsoll/i18n/checks/all';
import { wordsOf } from '@plimsoll/i18n/checks/finding';
import { readSources, recorded, staleKeys, writeSources } from '@plimsoll/i18n/checks/sources';
import { LANGUAGES, type LanguageCode } from '@plimsoll/i18n/languages';
import { englishBefore } from './before.ts';

/** Translations that were made from another English text: what it was, what it is, and the translation. */
export function staleLines(language: LanguageCode): string[] {
  const words = wordsOf(language);
  const sources = readSources(language);
  const keys = staleKeys(words, sources);
  const before = englishBefore(keys, sources);
  return [
    ...keys.flatMap((key) => [
      key,
      `  was  ${before.get(key) ?? (sources.has(key) ? '(unknown)' : '(never looked at)')}`,
      `  now  ${words.english.get(key)}`,
      `  own  ${words.own.get(key)}`,
    ]),
    `${language}: ${keys.length} to look at`,
  ];
}

/**
 * Records that translations were made from the English of now; without keys it only drops records of messages that are
 * gone. Throws RangeError on a key that the language does not have.
 */
export function markDone(language: LanguageCode, keys: readonly string[] | 'all'): string[] {
  const words = wordsOf(language);
  const unknown = keys === 'all' ? [] : keys.filter((key) => !words.own.has(key));
  if (unknown.length > 0) throw new RangeError(`${language} has no message ${unknown.join(', ')}`);
  const sources = recorded(words, readSources(language), keys === 'all' ? [...words.own.keys()] : keys);
  writeSources(language, sources);
  return [`${language}: ${staleKeys(words, sources).length} left to look at`];
}

/** The findings of one language, of every check or of one. */
export function checkLines(language: LanguageCode, only?: string): string[] {
  const checks = only === undefined ? Object.keys(CHECKS) : [only];
  return checks.flatMap((check) => {
    const findings = findingsOf(language, check);
    const lines = findings.map(({ subject, text }) => `  ${subject}: ${text.replaceAll('\n', '⏎')}`);
    return [`${check}: ${findings.length}`, ...lines];
  });
}

/** How many findings each language has, by check. */
export function tableLines(): string[] {
  const names = Object.keys(CHECKS);
  const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [
    row(['', ...names]),
    row(['---', ...names.map(() => '---')]),
    ...LANGUAGES.map(({ code }) => row([code, ...names.map((check) => findingsOf(code, check).length)])),
  ];
}
