import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownNode, root, run } from './run.mjs';

const APPS = [
  { name: 'member', what: 'the member app' },
  { name: 'console', what: 'the operator console' },
];
/** Inputs of an app's build, beside its own folder. */
const SOURCES = [`${root}packages`, `${root}package-lock.json`, `${root}tsconfig.base.json`];
const NOT_SOURCES = new Set(['node_modules', 'dist', '.cache', 'shots']);

/** Builds each app whose sources changed since its last build. */
export async function ensureBuilt() {
  for (const app of APPS) await ensureOneBuilt(app);
}

async function ensureOneBuilt({ name, what }) {
  const folder = `${root}apps/${name}`;
  const stamp = `${root}.cache/built-${name}`;
  if (!existsSync(`${folder}/index.html`)) return;
  const state = stateOf([folder, ...SOURCES]);
  if (existsSync(`${folder}/dist/index.html`) && existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return;
  console.error(`building ${what}`);
  const status = await run(ownNode, [`${root}node_modules/vite/bin/vite.js`, 'build', '--logLevel', 'warn'], {
    cwd: folder,
    env: { NODE_ENV: 'production' },
  });
  if (status !== 0) throw new Error(`${what.replace(/^t/, 'T')} could not be built: see above.`);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, state);
}

/** Name, size and time of every file; reading them all would take too long. */
function stateOf(paths) {
  const hash = createHash('sha256');
  const visit = (path) => {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  };
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
