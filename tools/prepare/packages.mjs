import { onPath, run } from './run.mjs';

/** Debian packages for tests, by their program, and what is skipped without. */
const PACKAGES = {
  chromium: 'the journeys in a browser are skipped',
  'chromium-headless-shell': 'the journeys run in all of Chromium, which takes a third longer',
  'redis-server': 'the tests of several processes are skipped',
};

/** Installs programs that tests use. Missing ones are reported, and their tests skipped. */
export async function ensurePrograms() {
  const missing = Object.keys(PACKAGES).filter((program) => !onPath(program));
  if (missing.length > 0 && process.getuid?.() === 0 && onPath('apt-get')) {
    console.error(`installing ${missing.join(', ')}`);
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    if ((await run('apt-get', ['update', '-q'], { env })) === 0) {
      // One by one, so that an unknown one does not block others.
      for (const program of missing)
        await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', program], { env });
    }
  }
  for (const [program, without] of Object.entries(PACKAGES)) {
    if (!onPath(program))
      console.error(
        `There is no ${program} on the PATH, so ${without}: install it (Debian: apt-get install ${program}).`,
      );
  }
}
