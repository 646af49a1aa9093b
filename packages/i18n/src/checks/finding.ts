import { glossaryOf, type Glossary } from '../glossary.ts';
import { readMessages } from '../catalogue.ts';
import { OPERATORS_SLICES } from '../english.ts';
import type { LanguageCode } from '../languages.ts';

/** Something in the words of a language that somebody has to mend, or to accept with a reason. */
export interface Finding {
  /** What an exception names: a key, or what the check says it is about. */
  readonly subject: string;
  /** What is wrong, with the words themselves. */
  readonly text: string;
}

/** The words of a language beside those of English, with both glossaries. */
export interface Words {
  readonly language: LanguageCode;
  /** Its messages, by key. */
  readonly own: ReadonlyMap<string, string>;
  readonly english: ReadonlyMap<string, string>;
  readonly glossary: Glossary;
  readonly englishGlossary: Glossary;
}

/** Looks at the words of one language. */
export type Check = (words: Words) => Finding[];

/** Everything a check needs of a language, from its files. */
export const wordsOf = (language: LanguageCode): Words => ({
  language,
  own: readMessages(language),
  english: readMessages('en'),
  glossary: glossaryOf(language),
  englishGlossary: glossaryOf('en'),
});

/** The slice of a key. */
export const sliceOf = (key: string): string => key.split('.')[0] ?? '';

/** True when members read it; the others are operators'. */
export const isMembers = (key: string): boolean => !OPERATORS_SLICES.includes(sliceOf(key));

/**
 * What is left of a check's findings when those accepted by the glossary are taken away; an exception without a
 * finding is a finding itself.
 */
export function withoutExceptions(check: string, findings: readonly Finding[], glossary: Glossary): Finding[] {
  const accepted = glossary.exceptions?.[check] ?? {};
  const subjects = new Set(findings.map(({ subject }) => subject));
  return [
    ...findings.filter(({ subject }) => !Object.hasOwn(accepted, subject)),
    ...Object.keys(accepted)
      .filter((subject) => !subjects.has(subject))
      .map((subject) => ({ subject, text: 'is listed as an exception, but nothing is found there any more' })),
  ];
}
