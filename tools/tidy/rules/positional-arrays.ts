import { findAll, isCode, isTest, type Rule } from '../house.ts';

/** The helper that makes such arrays, with their order and types (`rowsOf`). */
const HELPER = 'apps/server/src/platform/db-rows.ts';

/** Statements from before the rule, a number for each file; it may only become smaller. */
const KNOWN: Readonly<Record<string, number>> = {
  'apps/server/src/features/funding/alone-limit.ts': 1,
  'apps/server/src/features/gate/standing.ts': 4,
  'apps/server/src/features/proposals/established.ts': 1,
  'apps/server/src/features/spot/store.ts': 2,
};

/** `unnest($1::…, $2::…`: several columns, each by the place of its parameter. */
const SEVERAL = /\bunnest\(\s*\$\d+::[\w.]+\[\]\s*,\s*\$\d+/g;

/** Rows go to the database by `rowsOf` (`platform/db-rows.ts`), in which no two columns can change places. */
export const noPositionalArrays: Rule = (files) =>
  files
    .filter((file) => isCode(file) && !isTest(file) && file.path.startsWith('apps/server/src/') && file.path !== HELPER)
    .flatMap((file) => {
      const known = KNOWN[file.path] ?? 0;
      const found = findAll(
        file,
        SEVERAL,
        () => 'Several columns by the places of parameters: declare the rows with rowsOf and use their unnest.',
      );
      return found.length > known ? found.slice(known) : [];
    });
