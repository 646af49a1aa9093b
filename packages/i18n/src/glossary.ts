import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LanguageCode } from './languages.ts';

/** A language's words for the terms of the trade, so that a thing has one name on every screen. */
export interface Glossary {
  /** By English term; the first word is the usual one, others are for slightly different meanings. */
  readonly terms: Readonly<Record<string, readonly string[]>>;
  /** English texts that are correct in this language. */
  readonly sameAsEnglish: readonly string[];
}

/** The glossary of a language: `glossary/<code>.json`. Throws when there is none. */
export function glossaryOf(language: LanguageCode): Glossary {
  const file = fileURLToPath(new URL(`../glossary/${language}.json`, import.meta.url));
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isGlossary(content)) throw new TypeError(`${file} is not a glossary`);
  return content;
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');
const isGlossary = (value: unknown): value is Glossary =>
  typeof value === 'object' &&
  value !== null &&
  'terms' in value &&
  typeof value.terms === 'object' &&
  value.terms !== null &&
  Object.values(value.terms).every(isTexts) &&
  'sameAsEnglish' in value &&
  isTexts(value.sameAsEnglish);
