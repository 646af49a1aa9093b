import { posix } from 'node:path';
import { findAll, isCode, type Rule } from '../house.ts';

/** Of formatted code, tests included. */
const MAX_LINES = 500;
const KEBAB = /^\.?[a-z0-9]+(?:[.-][a-z0-9]+)*$/;
const MIGRATION = /^\d{4}_[a-z0-9]+(?:_[a-z0-9]+)*\.sql$/;
/** Documents and languages have names of their own form. */
const NAMED_OTHERWISE = /(?:^|\/)[A-Z-]+\.md$|^packages\/i18n\/(?:locales|glossary|sources)\//;

/** A verifier is one file that its reader keeps whole (PROOF 6). */
const WHOLE = /^verify\//;

/** A file has one subject. */
export const shortFiles: Rule = (files) =>
  files
    .filter((file) => !WHOLE.test(file.path))
    .filter((file) => isCode(file) || /\.(?:css|sql)$/.test(file.path))
    .flatMap(({ path, text }) => {
      const lines = text.trimEnd().split('\n').length;
      return lines > MAX_LINES
        ? [{ path, line: MAX_LINES + 1, sentence: `${lines} lines are more than one idea: at most ${MAX_LINES}.` }]
        : [];
    });

/** Files and folders are kebab-case; migrations are numbered. */
export const kebabNames: Rule = (files) =>
  files
    .filter(({ path }) => !NAMED_OTHERWISE.test(path))
    .flatMap(({ path }) => {
      const name = posix.basename(path);
      const isMigration = path.startsWith('apps/server/migrations/');
      if (isMigration ? MIGRATION.test(name) : path.split('/').every((part) => KEBAB.test(part))) return [];
      return [
        {
          path,
          line: 1,
          sentence: isMigration ? 'a migration is named like 0001_slice_what.sql.' : 'names are kebab-case.',
        },
      ];
    });

/** Migrations of one number would run in the order of their names. */
export const migrationNumbers: Rule = (files) => {
  const seen = new Map<string, string>();
  return files
    .filter(({ path }) => path.startsWith('apps/server/migrations/'))
    .flatMap(({ path }) => {
      const number = posix.basename(path).slice(0, 4);
      const other = seen.get(number);
      seen.set(number, path);
      return other === undefined
        ? []
        : [{ path, line: 1, sentence: `${number} is the number of ${posix.basename(other)} too.` }];
    });
};

const UNFINISHED = /\b(?:T[O]DO|F[I]XME|X[X]X)\b|\.(?:todo|only)\(/g;
const MACHINE = /(?<=^|[\s'"`(=:])\/(?:w[o]rk|r[o]ot|h[o]me\/[a-z]+|U[s]ers)\/(?=[\w.-])/gm;

/** Comments leave nothing for later, and no test is exclusive. */
export const finished: Rule = (files) =>
  files
    .filter(isCode)
    .flatMap((file) => findAll(file, UNFINISHED, ([found]) => `${found.replace(/[.(]/g, '')} is unfinished.`));

/** URLs encode spaces and letters: files are opened by paths. */
export const decodedPaths: Rule = (files) =>
  files
    .filter(isCode)
    .flatMap((file) =>
      findAll(file, /import\.meta\.url\)\.path[n]ame/g, () => 'a path is fileURLToPath of its address.'),
    );

/** No absolute path of a machine, no registry in the lockfile. */
export const noMachine: Rule = (files) =>
  files.flatMap((file) =>
    file.path === 'package-lock.json'
      ? findAll(file, /"resolved": "http/g, () => 'the lockfile must not name a registry.').slice(0, 1)
      : findAll(file, MACHINE, ([found]) => `${found} is a path of one machine.`),
  );
