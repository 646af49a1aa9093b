import { isTest, type Rule, type SourceFile } from '../house.ts';
import { importsOf } from '../imports.ts';

const CONTRACT = 'packages/contract/src/';

/** The contract's files that zod comes with when they run. */
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

/** The apps take types from the contract, and values only from files of it that bring no zod into the browser. */
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
