import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ownNode, root, run } from './run.mjs';

const LOCKFILE = `${root}package-lock.json`;
/** npm's record of what it installed. */
const INSTALLED = `${root}node_modules/.package-lock.json`;
/** Inside node_modules, so that both are removed together. */
const STAMP = `${root}node_modules/.cache/plimsoll/installed`;

/** Installs what the lockfile names, unless it is there. */
export async function ensureInstalled() {
  const wanted = `${process.platform}-${process.arch} ${createHash('sha256').update(readFileSync(LOCKFILE)).digest('hex')}`;
  if (existsSync(ownNode) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
  if (!isInstalled()) await install();
  if (!existsSync(ownNode))
    throw new Error(`The project's own Node was not installed: there is none for ${process.platform}-${process.arch}.`);
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, wanted);
}

/** True when every package of the lockfile is there in its version; only optional ones may be missing. */
function isInstalled() {
  if (!existsSync(INSTALLED) || !existsSync(ownNode)) return false;
  const { packages: wanted } = JSON.parse(readFileSync(LOCKFILE, 'utf8'));
  const { packages: found } = JSON.parse(readFileSync(INSTALLED, 'utf8'));
  return Object.entries(wanted).every(([path, { version, optional, devOptional, link }]) => {
    if (!path.includes('node_modules/')) return true;
    const there = found[path];
    return there ? there.version === version || link : optional || devOptional;
  });
}

async function install() {
  console.error('installing packages');
  // NODE_ENV=production must not omit the build's packages; no package needs its install script.
  const args = ['--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if ((await npm(['ci', ...args])) === 0) return;
  console.error('npm ci failed, trying npm install');
  if ((await npm(['install', ...args])) !== 0)
    throw new Error('The packages could not be installed: see what npm says above.');
}

/** npm must not run on the Node inside the folder that it replaces. */
function npm(args) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  return script && node && existsSync(script) && existsSync(node) ? run(node, [script, ...args]) : run('npm', args);
}
