import { findAll, isTest, type Rule, type SourceFile } from '../house.ts';
import { importsOf } from '../imports.ts';

const CONTRACT = 'packages/contract/src/';

/** Files of the contract that import zod at run time. */
function heavyFiles(files: readonly SourceFile[]): Set<string> {
  const contract = files.filter(({ path }) => path.startsWith(CONTRACT));
  const heavy = new Set<string>();
  for (let before = -1; heavy.size !== before;) {
    before = heavy.size;
    for (const file of contract) {
      const isHeavy = importsOf(file).some(
        ({ from, path, isType }) => !isType && (from === 'zod' || heavy.has(path ?? '')),
      );
      if (isHeavy) heavy.add(file.path);
    }
  }
  return heavy;
}

/** The apps import types from the contract, and values only from files without zod. */
export const lightContract: Rule = (files) => {
  const heavy = heavyFiles(files);
  return files
    .filter((file) => /^apps\/(?:member|console)\/src\//.test(file.path) && !isTest(file))
    .flatMap((file) =>
      importsOf(file).flatMap(({ from, isType, line }) => {
        const match = /^@plimsoll\/contract(?:\/(.+))?$/.exec(from);
        if (
          !match ||
          isType ||
          (!heavy.has(`${CONTRACT}${match[1] ?? 'index'}.ts`) && !heavy.has(`${CONTRACT}${match[1] ?? ''}/index.ts`))
        )
          return [];
        return [
          {
            path: file.path,
            line,
            sentence: `${from} brings zod into the browser: import its types by \`import type\`.`,
          },
        ];
      }),
    );
};

const CODES = `${CONTRACT}codes/`;
/** Fields of the wire whose numbers have names. */
const CODED =
  /(?<!error\.)\b(?:status|rzstatus|is_repayment|hyzd|sxftype|pay_type|withdraw_type)\)? ?[!=]== ?\d(?![\d\w])/g;

/** Numbers of each name in `codes/`: `PENDING` for 1. */
function codesIn(files: readonly SourceFile[]): Map<string, Set<string>> {
  const codes = new Map<string, Set<string>>();
  for (const { text } of files.filter(({ path }) => path.startsWith(CODES)))
    for (const [, name = '', value = ''] of text.matchAll(/[{,]\s*(\w+): '?(\d+)'?(?=[,\s}])/g))
      codes.set(name.toUpperCase(), (codes.get(name.toUpperCase()) ?? new Set()).add(value));
  return codes;
}

/**
 * Numbers of the wire are declared in `packages/contract/src/codes`, which imports nothing: apps neither declare them
 * again nor compare with literals.
 */
export const codesAtHome: Rule = (files) => {
  const codes = codesIn(files);
  const heavy = files
    .filter(({ path }) => path.startsWith(CODES))
    .flatMap((file) =>
      importsOf(file).map(({ line }) => ({
        path: file.path,
        line,
        sentence: 'codes are for browsers: import nothing.',
      })),
    );
  const again = files
    .filter((file) => /^apps\/(?:member|console)\/src\//.test(file.path) && !isTest(file))
    .flatMap((file) => [
      ...findAll(file, /^(?:export )?const (?:\w+_)?([A-Z]+)\b[^=\n]*= '?(\d+)'?;/gm, ([, name = '', value = '']) =>
        codes.get(name)?.has(value) ? `${name} is declared again: import it from @plimsoll/contract/codes.` : undefined,
      ),
      ...findAll(file, CODED, ([found]) => `${found}: use its name, from @plimsoll/contract/codes.`),
    ]);
  return [...heavy, ...again];
};
