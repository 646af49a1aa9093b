import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownNode, root, run } from './run.mjs';

const APP = `${root}apps/member`;
const STAMP = `${root}.cache/built-member`;
/** What the built app depends on. */
const SOURCES = [APP, `${root}packages`, `${root}package-lock.json`, `${root}tsconfig.base.json`];
const NOT_SOURCES = new Set(['node_modules', 'dist', '.cache', 'shots']);

/** Builds the member app when a source is newer, older, longer, shorter, more or gone since the last build. */
export async function ensureBuilt() {
  if (!existsSync(`${APP}/index.html`)) return;
  const state = stateOf(SOURCES);
  if (existsSync(`${APP}/dist/index.html`) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === state) return;
  console.error('building the member app');
  const status = await run(ownNode, [`${root}node_modules/vite/bin/vite.js`, 'build', '--logLevel', 'warn'], { cwd: APP, env: { NODE_ENV: 'production' } });
  if (status !== 0) throw new Error('The member app could not be built: see above.');
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, state);
}

/** Name, size and time of every file: reading them all would take too long for every start. */
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
