import { findAll, isTest, lineAt, type Finding, type Rule, type SourceFile } from '../house.ts';
import { importsOf } from '../imports.ts';

const APP = 'apps/member/src/';
const KIT = 'packages/ui/src/';
const ENTRY = `${APP}main.tsx`;
/** Where the two functions are defined. */
const MAKES_SCREENS = `${APP}platform/lazy-screen.tsx`;

/** `lazyScreen(['spot'], () => import('./x.tsx'))`, where it has one with a sheet of styles of its own, and `firstScreen(…)`, which names no slice. */
const SCREEN =
  /\b(?:lazyScreen(?:<[^>]*>)?\(\s*\[([^\]]*)\],\s*|firstScreen\(\s*)\(\) =>\s*import\('([^']+)'\)(?:,\s*\w+)?,?\s*\)/g;
const SCREEN_CALL = /\b(?:lazyScreen(?:<[^>]*>)?|firstScreen)\(/g;
const USES = /\b(?:useTranslations\(\s*|namespace:\s*)'(\w+)/g;
const USES_OF_UNKNOWN = /\buseTranslations\((?!\s*')/g;
const TAKEN = /^import (?!type )[^'{*]*\{([^}]*)\} from '(\.[^']+)'/gm;
const PASSED_ON = /^export (?!type )\{([^}]*)\} from '(\.[^']+)'/gm;

/** A lazy load: its first file, and the later slices whose words are loaded with it. */
interface Load {
  readonly begins: string;
  readonly words: readonly string[];
  readonly path: string;
  readonly line: number;
}

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim().replaceAll("'", ''))
    .filter(Boolean);
const pathFrom = (file: SourceFile, from: string): string =>
  importsOf({ path: file.path, text: `import '${from}'` })[0]?.path ?? '';

const screensOf = (file: SourceFile): Load[] =>
  [...file.text.matchAll(SCREEN)].map((match) => ({
    begins: pathFrom(file, match[2] ?? ''),
    words: listed(match[1] ?? ''),
    path: file.path,
    line: lineAt(file.text, match.index),
  }));

/** By path, the names that a file imports or re-exports by statements of one form. */
const namesBy = (file: SourceFile, statement: RegExp): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [...file.text.matchAll(statement)].map(([, names = '', from = '']) => [
      pathFrom(file, from),
      listed(names).map((name) => name.replace(/^default as /, '')),
    ]),
  );

/**
 * Files of a load: everything imported, without types and further screens; of an index only what the used names need.
 */
function broughtBy(begins: string, app: ReadonlyMap<string, SourceFile>): Iterable<SourceFile> {
  const brought = new Set<SourceFile>();
  const seen = new Set<string>();
  /** `names` is undefined when all may be used. */
  const visit = (path: string, names?: readonly string[]): void => {
    const file = app.get(path);
    const visited = `${path} ${names?.join() ?? '*'}`;
    if (!file || seen.has(visited)) return;
    seen.add(visited);
    brought.add(file);
    const screens = screensOf(file).map((each) => each.begins);
    const taken = namesBy(file, TAKEN);
    const passedOn = namesBy(file, PASSED_ON);
    for (const { path: next, isType } of importsOf(file)) {
      if (next === undefined || isType || (screens.includes(next) && !passedOn.has(next))) continue;
      const passed = passedOn.get(next)?.filter((name) => names?.includes(name) ?? true);
      if (passed?.length !== 0) visit(next, passed ?? taken.get(next));
    }
  };
  visit(begins);
  return brought;
}

function judgeLoad(
  { begins, words, path, line }: Load,
  brought: Iterable<SourceFile>,
  first: readonly string[],
): Finding[] {
  const used = new Map(
    [...brought].flatMap((file) => [...file.text.matchAll(USES)].map(([, slice = '']) => [slice, file.path] as const)),
  );
  const lacking = [...used].filter(([slice]) => ![...first, ...words].includes(slice));
  return [
    ...lacking.map(([slice, by]) => ({
      path,
      line,
      sentence: `${begins} brings ${by}, which uses words of ${slice}: a lazyScreen has to name that slice.`,
    })),
    ...words
      .filter((word) => !used.has(word))
      .map((word) => ({ path, line, sentence: `${begins} uses no words of ${word}.` })),
  ];
}

/** Forms that this rule cannot analyse. */
const judgeForm = (file: SourceFile): Finding[] => [
  ...findAll(file, USES_OF_UNKNOWN, () => 'useTranslations needs its slice as a literal.'),
  ...(file.path !== MAKES_SCREENS && [...file.text.matchAll(SCREEN_CALL)].length > screensOf(file).length
    ? findAll(file, SCREEN_CALL, () => "a screen is written lazyScreen(['slice'], () => import('./screen.tsx')).")
    : []),
];

/**
 * The words that the member app shows are loaded: a screen names its slices; the kit and the first view use only the
 * first view's words.
 */
export const wordsAtHand =
  (first: readonly string[]): Rule =>
  (files) => {
    const code = files.filter((file) => /\.tsx?$/.test(file.path) && !isTest(file));
    const app = code.filter(({ path }) => path.startsWith(APP));
    const kit = code.filter(({ path }) => path.startsWith(KIT));
    const byPath = new Map(app.map((file) => [file.path, file]));
    const loads = [{ begins: ENTRY, words: [], path: ENTRY, line: 1 }, ...app.flatMap(screensOf)];
    return [
      ...[...app, ...kit].flatMap(judgeForm),
      ...kit.flatMap((file) =>
        findAll(file, USES, ([, slice = '']) =>
          first.includes(slice) ? undefined : `the kit uses words of ${slice}, which not every screen has.`,
        ),
      ),
      ...loads.flatMap((load) => judgeLoad(load, broughtBy(load.begins, byPath), first)),
    ];
  };
