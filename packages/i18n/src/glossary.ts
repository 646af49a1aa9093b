import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LanguageCode } from './languages.ts';

/** How a language says the trade's words, so that one thing has one name on every screen. */
export interface Glossary {
  /**
   * By term, the words for it; the first is the usual one, others stand where the term means something a little
   * different. English names the terms.
   */
  readonly terms: Readonly<Record<string, readonly string[]>>;
  /** English texts that are rightly the same in this language. */
  readonly sameAsEnglish: readonly string[];
}

/** The glossary of a language: `glossary/<code>.json`. Throws when there is none. */
export const glossaryOf = (language: LanguageCode): Glossary =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../glossary/${language}.json`, import.meta.url)), 'utf8')) as Glossary;
