import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isRelease, ownNode, root, run } from './run.mjs';

const APPS = [
  { name: 'member', what: 'the member app' },
  { name: 'console', what: 'the operator console' },
];
/** Inputs of an app's build, beside its own folder. */
const SOURCES = [`${root}packages`, `${root}package-lock.json`, `${root}tsconfig.base.json`];
const NOT_SOURCES = new Set(['node_modules', 'dist', '.cache', 'shots']);

/** Builds each app whose sources changed since its last build. */
export async function ensureBuilt() {
  if (isRelease) return;
  for (const app of APPS) await ensureOneBuilt(app);
}

async function ensureOneBuilt({ name, what }) {
  const folder = `${root}apps/${name}`;
  const stamp = `${root}.cache/built-${name}`;
  if (!existsSync(`${folder}/index.html`)) return;
  const [quick, content] = [stateOf, contentOf].map((state) => () => state([folder, ...SOURCES]));
  const [knownQuick, knownContent] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split('\n') : [];
  if (existsSync(`${folder}/dist/index.html`)) {
    if (knownQuick === quick()) return;
    // Copied or checked out again: other times, and the same files.
    if (knownContent === content()) return keep(stamp, quick(), content());
  }
  console.error(`building ${what}`);
  const status = await run(ownNode, [`${root}node_modules/vite/bin/vite.js`, 'build', '--logLevel', 'warn'], {
    cwd: folder,
    env: { NODE_ENV: 'production' },
  });
  if (status !== 0) throw new Error(`${what.replace(/^t/, 'T')} could not be built: see above.`);
  keep(stamp, quick(), content());
}

function keep(stamp, ...states) {
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, states.join('\n'));
}

/** Name, size and time of every file, which is found fast; names are of this folder, wherever it lies. */
const stateOf = (paths) =>
  hashOf(paths, (path) => {
    const { mtimeMs, size } = statSync(path);
    return `${size} ${mtimeMs}`;
  });

/** Name and content of every file. */
const contentOf = (paths) => hashOf(paths, (path) => createHash('sha256').update(readFileSync(path)).digest('hex'));

function hashOf(paths, describe) {
  const hash = createHash('sha256');
  const visit = (path) => hash.update(`${relative(root, path)} ${describe(path)}\n`);
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (NOT_SOURCES.has(entry.name) || entry.name.endsWith('.test.ts') || entry.name.endsWith('.test.tsx')) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else visit(path);
    }
  };
  for (const path of paths) {
    if (statSync(path).isDirectory()) walk(path);
    else visit(path);
  }
  return hash.digest('hex');
}
