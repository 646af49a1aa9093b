import { readMessages } from '../catalogue.ts';
import { LANGUAGES, type LanguageCode } from '../languages.ts';
import { withoutExceptions, wordsOf, type Check, type Finding } from './finding.ts';
import { collisionsCheck } from './collisions.ts';
import { figuresCheck } from './figures.ts';
import { isolatesCheck } from './isolates.ts';
import { lengthCheck } from './lengths.ts';
import { registerCheck } from './register.ts';
import { scriptsCheck } from './scripts.ts';
import { sensesCheck } from './senses.ts';
import { readSources, sourcesCheck } from './sources.ts';
import { typographyCheck } from './typography.ts';
import { glossaryCheck, stemsCheck } from './terms.ts';

/** Every check of words, by the name that exceptions and docs/LANGUAGES.md use. */
export const CHECKS: Readonly<Record<string, Check>> = {
  sources: sourcesCheck(readSources),
  glossary: glossaryCheck,
  stems: stemsCheck,
  collisions: collisionsCheck,
  senses: ({ language, english }) => (language === 'en' ? sensesCheck(english, translations()) : []),
  length: lengthCheck,
  register: registerCheck,
  scripts: scriptsCheck,
  typography: typographyCheck,
  isolates: isolatesCheck,
  figures: figuresCheck,
};

const translations = () =>
  new Map(LANGUAGES.filter(({ code }) => code !== 'en').map(({ code }) => [code, readMessages(code)]));

/** What a check finds in a language, without what its glossary accepts. Throws RangeError when there is no such check. */
export function findingsOf(language: LanguageCode, check: string): Finding[] {
  const run = CHECKS[check];
  if (!run) throw new RangeError(`no such check: ${check}. There are ${Object.keys(CHECKS).join(', ')}.`);
  const words = wordsOf(language);
  return withoutExceptions(check, run(words), words.glossary);
}
