import { readdirSync, readFileSync } from 'node:fs';
import { packed, type Piece } from './measure.ts';

/** What of Vite's manifest is read: files by their source, and what each imports at once. */
interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}
export type Manifest = Readonly<Record<string, Chunk>>;

/** A screen as the app's sources name it. */
export interface RouteScreen {
  readonly path: string;
  /** Its module, from the app's folder on: `src/features/spot/exchange-screen.tsx`. */
  readonly module: string;
  readonly words: readonly string[];
}

const ROUTE = /^ {2}'(\/[^']*)': ([A-Z_]+),$/gm;
const IMPORTED = /import \{ ([^}]+) \} from '\.\.\/features\/([\w-]+)\/index\.ts'/g;
const SCREEN = /export const ([A-Z_]+) = lazyScreen(?:<[^>]+>)?\(\s*\[([^\]]*)\],\s*\(\) => import\('\.\/([^']+)'\)/g;

/** Every route with a screen of its own, read from the sources of an app in `folder`; the first view is none. */
export function readScreens(folder: string): readonly RouteScreen[] {
  const routes = readFileSync(`${folder}/src/app/routes.tsx`, 'utf8');
  const slices = new Map(
    [...routes.matchAll(IMPORTED)].flatMap(([, names = '', slice = '']) =>
      names.split(', ').map((name) => [name, slice] as const),
    ),
  );
  return [...routes.matchAll(ROUTE)].flatMap(([, path = '', name = '']) => {
    const slice = slices.get(name);
    const source = readFileSync(`${folder}/src/features/${slice}/index.ts`, 'utf8');
    const found = [...source.matchAll(SCREEN)].find(([, each]) => each === name);
    if (!found && path !== '/') throw new Error(`the screen of ${path} is not found: ${name} of ${slice}`);
    const [, , words = '', module = ''] = found ?? [];
    if (!found) return [];
    return [
      {
        path,
        module: `src/features/${slice}/${module}`,
        words: [...words.matchAll(/'(\w+)'/g)].map(([, word = '']) => word),
      },
    ];
  });
}

/** The chunks that a module needs before it runs, itself included. */
function chunksOf(manifest: Manifest, key: string, found = new Set<string>()): ReadonlySet<string> {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`${key} is in no chunk of its own`);
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const next of chunk.imports ?? []) chunksOf(manifest, next, found);
  return found;
}

/**
 * What each route adds to the first view before its screen is drawn: its chunks, the later styles and its English
 * words. What the screen itself loads later is not counted here; `npm run bench:web` measures it in a browser.
 */
export function addedByRoutes(
  folder: string,
  screens: readonly RouteScreen[],
  first: ReadonlySet<string>,
): readonly Piece[] {
  const manifest: Manifest = JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8'));
  const assets = readdirSync(`${folder}/assets`);
  const named = (shape: RegExp): string => {
    const file = assets.find((each) => shape.test(each));
    if (file === undefined) throw new Error(`no file is named ${shape}`);
    return `assets/${file}`;
  };
  return screens.map(({ path, module, words }) => {
    const files = [
      ...chunksOf(manifest, module),
      named(/^later-[\w-]{8}\.css$/),
      ...words.map((slice) => named(new RegExp(`^words-en\\.${slice}-[\\w-]{8}\\.js$`))),
    ];
    const bytes = files.filter((file) => !first.has(file)).map((file) => packed(`${folder}/${file}`));
    return { name: path, bytes: bytes.reduce((all, each) => all + each, 0) };
  });
}
