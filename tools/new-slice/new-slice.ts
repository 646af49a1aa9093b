import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { callOf, codeFiles, screenFiles, type SliceName } from './templates.ts';

/** What a new slice is to be called. */
export interface NewSlice {
  /** Root of the repository. */
  readonly root: string;
  /** One word in small letters: `favourites`. */
  readonly name: string;
  /** Title of its screen: a key of `app.titles` in the words of the member app. Null for a slice without a screen. */
  readonly title: string | null;
}

/** Paths that were written: those that are new, and those where the slice is registered. */
export interface Written {
  readonly made: readonly string[];
  readonly registered: readonly string[];
}

/**
 * Writes a slice that compiles, on every face, and registers it: contract, migration, server, words in every language,
 * the member's screen and its test. Formatting and the pages of the wire are left to who calls.
 * @throws Error, in a sentence, for a name that is taken or no name, and for a title that does not exist.
 */
export function newSlice({ root, name, title }: NewSlice): Written {
  if (!/^[a-z]{3,20}$/.test(name)) throw new Error(`${name} is no name of a slice: one word in small letters.`);
  const names: SliceName = {
    lower: name,
    pascal: `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
    upper: name.toUpperCase(),
  };
  const made = {
    ...codeFiles(names, nextMigration(root)),
    ...(title === null ? {} : screenFiles(names, title)),
    ...wordFiles(root, name, title),
  };
  for (const path of Object.keys(made)) if (existsSync(join(root, path))) throw new Error(`${path} is there already.`);
  // Before anything is written: a place that cannot be found leaves the tree as it was.
  const registered = registrations(names, title).map(([path, edits]): [string, string] => [
    path,
    edits.reduce((text, edit) => edit(text, path), readFileSync(join(root, path), 'utf8')),
  ]);
  for (const [path, text] of [...Object.entries(made), ...registered]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return { made: Object.keys(made), registered: registered.map(([path]) => path) };
}

function nextMigration(root: string): string {
  const numbers = readdirSync(join(root, 'apps/server/migrations')).map((file) => Number.parseInt(file, 10));
  return String(Math.max(0, ...numbers.filter((each) => !Number.isNaN(each))) + 1).padStart(4, '0');
}

/** What is read of a language's `app.json`. */
interface AppWords {
  readonly kit: { readonly nothing: string };
  readonly titles: Readonly<Record<string, string>>;
}

/** In each language the app's words for an empty list. */
function wordFiles(root: string, name: string, title: string | null): Record<string, string> {
  const locales = 'packages/i18n/locales';
  return Object.fromEntries(
    readdirSync(join(root, locales)).map((language) => {
      const { kit, titles }: AppWords = JSON.parse(readFileSync(join(root, locales, language, 'app.json'), 'utf8'));
      if (title !== null && titles[title] === undefined)
        throw new Error(`${title} is no title in ${locales}/${language}/app.json.`);
      return [`${locales}/${language}/${name}.json`, `${JSON.stringify({ none: kit.nothing }, null, 2)}\n`];
    }),
  );
}

type Edit = (text: string, path: string) => string;

/** Puts `line` before the first place where `anchor` stands. */
const before =
  (anchor: string, line: string): Edit =>
  (text, path) => {
    const at = text.indexOf(anchor);
    if (at === -1) throw new Error(`${path} has no "${anchor.trim()}" to put a new slice before.`);
    return `${text.slice(0, at)}${line}${text.slice(at)}`;
  };

const replaced =
  (what: RegExp, how: (found: string) => string): Edit =>
  (text) =>
    text.replace(what, how);

/** Every place that knows all slices. A new one that a slice needs belongs here and in CONTRIBUTING. */
function registrations(name: SliceName, title: string | null): readonly [string, readonly Edit[]][] {
  const { lower, pascal } = name;
  return [
    [
      'packages/contract/src/index.ts',
      [
        before('\ntype CallsIn<', `import * as ${lower} from './${lower}.ts';\n`),
        before('  typeof uploads &', `  typeof ${lower} &\n`),
        before('].flatMap(', `  ${lower},\n`),
      ],
    ],
    [
      'packages/i18n/src/english.ts',
      [
        before('\n/** Browser code', `import ${lower} from '../locales/en/${lower}.json' with { type: 'json' };\n`),
        before('    voids,\n', `    ${lower},\n`),
      ],
    ],
    [
      'apps/server/src/slices.ts',
      [
        before('import { tapeAudits }', `import { create${pascal} } from './features/${lower}/index.ts';\n`),
        before('      createVoids(', `      create${pascal}(services),\n`),
      ],
    ],
    ...(title === null ? [] : screenRegistrations(name, title)),
  ];
}

/** The places that know every screen of the member app. */
function screenRegistrations({ lower, upper }: SliceName, title: string): readonly [string, readonly Edit[]][] {
  const more = (count: string): string => String(Number(count) + 1);
  return [
    ['apps/member/src/app/titles.ts', [before('] as const satisfies', `  member('/${lower}', '${title}'),\n`)]],
    [
      'apps/member/src/app/routes.tsx',
      [
        before('import { lazyScreen }', `import { ${upper} } from '../features/${lower}/index.ts';\n`),
        before("  '/freeze': FREEZE,", `  '/${lower}': ${upper},\n`),
      ],
    ],
    [
      'apps/member/src/app/titles.test.ts',
      [replaced(/(?<=toHaveLength\()\d+(?=\))/, more), replaced(/(?<=\.size\)\.toBe\()\d+(?=\))/, more)],
    ],
    ['e2e/support/routes.ts', [before('] as const;', `  '/${lower}',\n`)]],
  ];
}

/** What is left to do by hand, in words. */
export const stillToDo = ({ name }: Pick<NewSlice, 'name'>): string =>
  `Now: its rules in docs/RULES.md, its screen in docs/PRODUCT.md, its words in every language, its states in e2e/support/screens.ts; ${callOf({ lower: name, pascal: `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`, upper: '' })} is a beginning.`;
