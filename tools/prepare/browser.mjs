import { onPath, run } from './run.mjs';

/** Makes sure of Debian's Chromium for the journeys. Without it they are skipped, so its absence is said and stops nothing. */
export async function ensureBrowser() {
  if (onPath('chromium')) return;
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    console.error('installing chromium');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    if ((await run('apt-get', ['update', '-q'], { env })) === 0) await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], { env });
  }
  if (!onPath('chromium')) console.error('There is no chromium on the PATH, so the journeys in a browser are skipped: install it (Debian: apt-get install chromium).');
}
