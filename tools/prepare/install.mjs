import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isRelease, ownNode, root, run } from './run.mjs';

const LOCKFILE = `${root}package-lock.json`;
/** npm's record of what it installed. */
const INSTALLED = `${root}node_modules/.package-lock.json`;
/** Inside node_modules, so that both are removed together. */
const STAMP = `${root}node_modules/.cache/plimsoll/installed`;
/** What a server, a witness and their tools run on; the apps of a release are built. */
const SERVED = ['apps/server', 'apps/witness', 'tools'];

/** Installs what the lockfile names, unless it is there. A release has no need of what builds and tests. */
export async function ensureInstalled() {
  if (isReady()) return;
  if (!isInstalled()) await install();
  if (!existsSync(ownNode))
    throw new Error(`The project's own Node was not installed: there is none for ${process.platform}-${process.arch}.`);
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, wanted());
}

const wanted = () =>
  `${process.platform}-${process.arch} ${createHash('sha256').update(readFileSync(LOCKFILE)).digest('hex')}`;

/** True when what this lock file names was installed, which is found out without writing anything. */
export const isReady = () => existsSync(ownNode) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted();

/** True when every package of the lockfile is there in its version; only optional ones may be missing. */
function isInstalled() {
  if (isRelease || !existsSync(INSTALLED) || !existsSync(ownNode)) return false;
  const { packages: locked } = JSON.parse(readFileSync(LOCKFILE, 'utf8'));
  const { packages: found } = JSON.parse(readFileSync(INSTALLED, 'utf8'));
  return Object.entries(locked).every(([path, { version, optional, devOptional, link }]) => {
    if (!path.includes('node_modules/')) return true;
    const there = found[path];
    return there ? there.version === version || link : optional || devOptional;
  });
}

/**
 * Never by `npm install`: what does not fit the lock file, or is not what its hash says, must stop a start and not be
 * replaced by whatever the registry has.
 */
async function install() {
  console.error('installing packages');
  // No package needs its install script.
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const served = SERVED.flatMap((workspace) => ['--workspace', workspace]);
  // NODE_ENV=production must not omit the build's packages.
  const which = isRelease ? ['--omit=dev', ...served, '--include-workspace-root'] : ['--include=dev'];
  if ((await npm(['ci', ...which, ...quiet])) !== 0)
    throw new Error(
      'The packages could not be installed as package-lock.json names them: see what npm says above. Nothing else is installed in their place.',
    );
}

/** npm must not run on the Node inside the folder that it replaces. */
function npm(args) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  return script && node && existsSync(script) && existsSync(node) ? run(node, [script, ...args]) : run('npm', args);
}
