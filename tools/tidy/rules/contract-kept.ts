import { keysOf } from '../../json.ts';
import { isTest, type Finding, type Rule, type SourceFile } from '../house.ts';

const ENGLISH = 'packages/i18n/locales/en/reasons.json';
const SLICES = 'packages/contract/src/';

const isRoutes = ({ path }: SourceFile): boolean =>
  /^apps\/server\/src\/(?:features\/[^/]+|market)\/(?:[a-z-]+-)?routes\.ts$/.test(path);

/** Every call has a route and is named in a test; every reason has English words, and all words a reason. */
export const contractKept =
  (calls: readonly string[], reasons: readonly string[]): Rule =>
  (files) => {
    const routes = files.filter(isRoutes);
    const tests = files.filter(isTest).filter(({ path }) => !path.startsWith('packages/'));
    const mentions = (among: readonly SourceFile[], name: string) =>
      among.some(({ text }) => new RegExp(`\\b${name}\\b`).test(text));
    const ofCalls = calls.flatMap((name): Finding[] => {
      const place = declaration(files, name);
      return [
        ...(mentions(routes, name) ? [] : [{ ...place, sentence: `${name} has no route.` }]),
        ...(mentions(tests, name) ? [] : [{ ...place, sentence: `${name} is named in no test.` }]),
      ];
    });
    return [...ofCalls, ...ofReasons(files, reasons)];
  };

function declaration(files: readonly SourceFile[], name: string): { path: string; line: number } {
  for (const { path, text } of files) {
    if (!path.startsWith(SLICES) || path.endsWith('.test.ts')) continue;
    const line = text.split('\n').findIndex((each) => each.startsWith(`export const ${name} =`));
    if (line !== -1) return { path, line: line + 1 };
  }
  return { path: SLICES, line: 1 };
}

function ofReasons(files: readonly SourceFile[], reasons: readonly string[]): Finding[] {
  const file = files.find(({ path }) => path === ENGLISH);
  const words = keysOf(file?.text ?? '{}');
  return [
    ...reasons
      .filter((reason) => !words.includes(reason))
      .map((reason) => ({ path: ENGLISH, line: 1, sentence: `${reason} has no words in English.` })),
    ...words
      .filter((word) => !reasons.includes(word))
      .map((word) => ({ path: ENGLISH, line: 1, sentence: `${word} is no reason of the contract.` })),
  ];
}
