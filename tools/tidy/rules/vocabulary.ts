import { lineAt, type Finding, type Rule, type SourceFile } from '../house.ts';

/** A private word or phrase, and the standard one. */
interface Unused {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** Words not used in any form, as part of a name or alone (GLOSSARY). */
const WORDS: readonly Unused[] = [
  { pattern: /^deeds?$/, instead: 'command, or operator action' },
  { pattern: /^reckon(?:s|ed|ing|er|ings)?$/, instead: 'compute' },
  { pattern: /^anew$/, instead: 'again, or re…' },
  { pattern: /^purses?$/, instead: 'balance' },
  { pattern: /^(?:tell|tells|telling|told)$/, instead: 'notify, report, show, inform' },
  { pattern: /^(?:hear|hears|heard|hearing)$/, instead: 'receive, event' },
  { pattern: /^said$/, instead: 'text, answer, message, or what it is' },
  { pattern: /^(?:harbours?|shelf|shelves|knocks?|postman|crowds?|bones)$/, instead: 'what the glossary names' },
  { pattern: /^doors?$/, instead: 'entry point, index' },
  { pattern: /^desks?$/, instead: 'console page, service, or desktop' },
  { pattern: /^apart$/, instead: 'separately, isolated, except for' },
  { pattern: /^(?:surely|nought|whence|thrice|hitherto|thereof)$/, instead: 'plain English' },
  { pattern: /^least$/, instead: 'min, minimum, lowest' },
];

/** Phrases, in text. */
const PHRASES: readonly Unused[] = [
  {
    pattern: /\bthe house\b(?!(?:’s|'s)? (?:account|ledger|equity|fund|wallet|posting|balance))/gi,
    instead: 'the platform, or the project',
  },
  { pattern: /\b(?:be|been) had\b/gi, instead: 'is unavailable' },
  { pattern: /\bstands? here\b/gi, instead: 'appears here' },
  { pattern: /\b(?:comes|come|came|coming) back\b/gi, instead: 'returns, is refunded' },
  { pattern: /\b(?:gives|give|gave|giving) back\b/gi, instead: 'returns' },
  { pattern: /\bworld beyond\b/gi, instead: 'external' },
  { pattern: /\bgo(?:es)? by\b/gi, instead: 'follows, uses' },
  { pattern: /\bwho asks\b/gi, instead: 'the caller' },
  { pattern: /\bstand-ins?\b/gi, instead: 'fallback, fake' },
  { pattern: /\bcollector of garbage\b/gi, instead: 'garbage collector' },
];

/** “At least” is plain English, and `least(…)` is SQL. */
const LEAST_IN_ENGLISH = /(?:at[ _-]?|\bthe )$/i;
const LEAST_AND = /^(?:\(| ?(?:privilege|significant|recently))/i;

/** Pages about the words themselves; catalogues have their own checks. */
const ABOUT_WORDS =
  /^(?:docs\/(?:GLOSSARY|CHANGELOG)\.md|tools\/tidy\/(?:rules\/vocabulary|vocabulary\.test)\.ts|packages\/i18n\/(?:locales|glossary)\/)/;

/** Names on the wire, which never change. */
const WIRE_NAMES = /\bleast_above_most\b/g;

const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g;

/** Names, comments, logs, tests and pages use the field's words, not private ones (GLOSSARY). */
export const vocabulary: Rule = (files) => files.filter(({ path }) => !ABOUT_WORDS.test(path)).flatMap(unusedIn);

function unusedIn(file: SourceFile): Finding[] {
  const { path } = file;
  const text = file.text.replace(WIRE_NAMES, (name) => '_'.repeat(name.length));
  const at = (index: number, what: string, instead: string): Finding => ({
    path,
    line: lineAt(text, index),
    sentence: `“${what}” is not used here: ${instead}`,
  });
  const words = [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    const lower = word.toLowerCase();
    const unused = WORDS.find(({ pattern }) => pattern.test(lower));
    return unused && !(lower === 'least' && isEnglish(text, index)) ? [at(index, word, unused.instead)] : [];
  });
  const phrases = PHRASES.flatMap(({ pattern, instead }) =>
    [...text.matchAll(pattern)].map(({ 0: phrase, index }) => at(index, phrase, instead)),
  );
  return [...words, ...phrases];
}

const isEnglish = (text: string, index: number): boolean =>
  LEAST_IN_ENGLISH.test(text.slice(Math.max(0, index - 5), index)) || LEAST_AND.test(text.slice(index + 5, index + 18));
