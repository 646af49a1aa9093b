import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LanguageCode } from './languages.ts';

/** The stems of a term inside sentences, in lower case. */
export interface Stems {
  /**
   * One of them is in the translation of each sentence whose English has the term; in English: how one sees that a
   * sentence has it, where its words are not enough.
   */
  readonly require?: readonly string[] | undefined;
  /** None of them is in such a translation: words that name something else, or nothing. */
  readonly forbid?: readonly string[] | undefined;
}

/** How a language speaks to its reader. */
export interface Register {
  readonly address: 'formal' | 'informal' | 'neutral';
  /** Words of the other register, as whole words in lower case; a `*` at the end stands for any ending. */
  readonly forbid: readonly string[];
}

/** A language's words for the terms of the trade, so that a thing has one name on every screen. */
export interface Glossary {
  readonly register?: Register | undefined;
  /** By English term; the first word is the usual one, others are for slightly different meanings. */
  readonly terms: Readonly<Record<string, readonly string[]>>;
  /** By English term. */
  readonly stems?: Readonly<Record<string, Stems>> | undefined;
  /** Stems that are in no text of the language, and why. */
  readonly never?: Readonly<Record<string, string>> | undefined;
  /** English texts that are correct in this language. */
  readonly sameAsEnglish: readonly string[];
  /** Findings that are accepted: by check, then by the finding's subject, the reason. */
  readonly exceptions?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
}

/** The glossary of a language: `glossary/<code>.json`. Throws when there is none, or it is not of this form. */
export function glossaryOf(language: LanguageCode): Glossary {
  const file = fileURLToPath(new URL(`../glossary/${language}.json`, import.meta.url));
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isGlossary(content)) throw new TypeError(`${file} is not a glossary`);
  return content;
}

type Tree = Readonly<Record<string, unknown>>;
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === 'string' && each !== '');
const isReason = (value: unknown): boolean => typeof value === 'string' && value.trim().length > 2;
const isUnset = (value: unknown): boolean => value === undefined;
const has = (tree: Tree, forms: Readonly<Record<string, (value: unknown) => boolean>>): boolean =>
  Object.keys(tree).every((key) => key in forms) && Object.entries(forms).every(([key, is]) => is(tree[key]));
const each =
  (is: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    isTree(value) && Object.values(value).every(is);
const orUnset =
  (is: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    isUnset(value) || is(value);

/** Whether content is of the form of {@link Glossary}: no unknown part, and a reason for each exception. */
export const isGlossary = (content: unknown): content is Glossary =>
  isTree(content) &&
  has(content, {
    register: orUnset(
      (value) =>
        isTree(value) &&
        has(value, { address: (address) => /^(?:formal|informal|neutral)$/.test(String(address)), forbid: isTexts }),
    ),
    terms: each(isTexts),
    stems: orUnset(
      each((value) => isTree(value) && has(value, { require: orUnset(isTexts), forbid: orUnset(isTexts) })),
    ),
    never: orUnset(each(isReason)),
    sameAsEnglish: isTexts,
    exceptions: orUnset(each(each(isReason))),
  });
