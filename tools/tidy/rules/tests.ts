import { findAll, isTest, type Rule } from '../house.ts';

const NAME = /\b(?:test|it)(?:\.[a-zA-Z]+)*\(\s*(['"`])((?:\\.|(?!\1).)+)\1|[\])]\)\(\s*(['"`])((?:\\.|(?!\3).)+)\3,/g;
const WAIT = /\bwaitForTimeout\(|\bsleep\(|\b(?:setTimeout\([^,]{1,200},|delay\()\s*\d[\d_]{2,}/g;

/** A test's name is a rule, as a sentence. */
export const namedAsRules: Rule = (files) =>
  files.filter(isTest).flatMap((file) =>
    findAll(file, NAME, (match) => {
      const name = match[2] ?? match[4] ?? '';
      if (/\bshould\b/i.test(name.replaceAll(/\bwhat (?:it|they) should\b/g, '')))
        return `“${name}” says what should be: say what is.`;
      return /\s/.test(name) || /^[$%]\w*$/.test(name) ? undefined : `“${name}” is no sentence.`;
    }),
  );

/** Tests wait for a state, never for a time. */
export const noFixedWaits: Rule = (files) =>
  files
    .filter((file) => isTest(file) || file.path.startsWith('e2e/'))
    .flatMap((file) =>
      findAll(file, WAIT, ([found]) => `${found.split('(')[0] ?? ''} waits for a time: wait for the thing.`),
    );
