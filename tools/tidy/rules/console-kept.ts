import { keysOf } from '../../json.ts';
import { findAll, type Finding, type Rule, type SourceFile } from '../house.ts';

const ENGLISH = 'packages/i18n/locales/en/problems.json';
const isContract = ({ path }: SourceFile): boolean => /^packages\/contract\/src\/operator\/[a-z-]+\.ts$/.test(path);
const isRoutes = ({ path }: SourceFile): boolean =>
  /^apps\/server\/src\/features\/[^/]+\/(?:[a-z-]+-)?routes\.ts$/.test(path);

/** Constants of console calls in a file, one by one or as the four of a CRUD resource. */
const DECLARED = /^export const (?:(\w+) = operatorCall\(|\{([^}]+)\} = \w+Calls\()/gm;
const namesIn = ([, one, several]: RegExpMatchArray): string[] =>
  one === undefined ? (several ?? '').split(',').map((each) => (each.split(':')[1] ?? each).trim()) : [one];

/** Every console call has a route; every console reason has English words, and all words a reason. */
export const consoleKept =
  (reasons: readonly string[], memberReasons: readonly string[]): Rule =>
  (files) => {
    const routes = files
      .filter(isRoutes)
      .map(({ text }) => text)
      .join('\n');
    const ofCalls = files.filter(isContract).flatMap((file) =>
      findAll(file, DECLARED, (match) => {
        const missing = namesIn(match).filter((name) => !new RegExp(`\\b${name}\\b`).test(routes));
        return missing.length === 0
          ? undefined
          : `${missing.join(', ')} ${missing.length === 1 ? 'has' : 'have'} no route.`;
      }),
    );
    const english = files.find(({ path }) => path === ENGLISH);
    const words = keysOf(english?.text ?? '{}');
    const finding = (sentence: string): Finding => ({ path: ENGLISH, line: 1, sentence });
    return [
      ...ofCalls,
      ...reasons
        .filter((reason) => !words.includes(reason))
        .map((reason) => finding(`${reason} has no words in English.`)),
      ...words
        .filter((word) => !reasons.includes(word) && !memberReasons.includes(word))
        .map((word) => finding(`${word} is no reason of the console.`)),
    ];
  };
