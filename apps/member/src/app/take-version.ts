import { loadFromServer } from '../platform/version.ts';

/**
 * Longest wait until the browser has put a new version in the place of the one before, which it may put off while that
 * one is at work.
 */
const TAKEN_WITHIN_MS = 2000;

/**
 * Puts the version that waits in the place of the one that is kept, and loads the page from it; when it does not give
 * way, from the server.
 */
export async function takeVersion(): Promise<void> {
  const workers = navigator.serviceWorker;
  const waiting = (await workers.getRegistration())?.waiting;
  const isTaken = waiting
    ? new Promise((resolve) => {
        workers.addEventListener('controllerchange', resolve, { once: true });
      })
    : true;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is told, which has no origin to name
  waiting?.postMessage({ type: 'SKIP_WAITING' });
  if (
    await Promise.race([
      isTaken,
      new Promise((resolve) => {
        setTimeout(resolve, TAKEN_WITHIN_MS);
      }),
    ])
  )
    location.reload();
  else await loadFromServer();
}
