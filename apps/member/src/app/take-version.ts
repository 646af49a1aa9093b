import { loadFromServer } from '../platform/version.ts';

/** Longest wait for the browser to activate a new version. */
const TAKEN_WITHIN_MS = 2000;

/** Activates the waiting version and reloads the page; from the server when that fails in time. */
export async function takeVersion(): Promise<void> {
  const workers = navigator.serviceWorker;
  const waiting = (await workers.getRegistration())?.waiting;
  const isTaken = waiting
    ? new Promise((resolve) => {
        workers.addEventListener('controllerchange', resolve, { once: true });
      })
    : true;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
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
