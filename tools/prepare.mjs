// Runs before a start or a test: brings installation and build up to date. Works on plain Node 20 without packages.
// Prints to standard error; standard output belongs to the command that follows.
import { mkdirSync } from 'node:fs';
import { ensureBuilt } from './prepare/build.mjs';
import { ensureInstalled, isReady } from './prepare/install.mjs';
import { withLock } from './prepare/lock.mjs';
import { ensurePrograms } from './prepare/packages.mjs';
import { isRelease, root } from './prepare/run.mjs';

/** What each command needs. */
const STEPS = {
  start: [ensureInstalled, ensureBuilt],
  // Tests build themselves, so that a failing build counts as one failure.
  test: [ensureInstalled, ensurePrograms],
  build: [ensureInstalled, ensureBuilt],
  check: [ensureInstalled],
  serve: [ensureInstalled],
};

const mode = process.argv[2] ?? 'start';
const steps = STEPS[mode];
if (!steps) {
  console.error(`usage: node tools/prepare.mjs ${Object.keys(STEPS).join('|')}`);
  process.exit(2);
}
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Node ${process.versions.node} is too old to begin with: 20.19 or later is needed, the project then brings its own.`,
  );
  process.exit(1);
}

// A folder that belongs to somebody else, or is read-only, is only read: by tools, and by the server of a release, which
// has nothing to build.
if ((mode === 'serve' || (mode === 'start' && isRelease)) && isReady()) process.exit(0);

mkdirSync(`${root}.cache`, { recursive: true });
try {
  await withLock(`${root}.cache/prepare.lock`, async () => {
    for (const step of steps) await step();
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  if (mode === 'test') console.log('0 passed, 1 failed');
  process.exit(1);
}
