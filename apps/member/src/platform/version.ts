import { createStore, useStore } from './store.ts';
import { recallVisit, rememberVisit } from './storage.ts';

/** Longest wait until the browser has put a new version in the place of the one before, which it may put off while that one is at work. */
const TAKEN_WITHIN_MS = 2000;

const once = (target: EventTarget, type: string): Promise<unknown> => new Promise((resolve) => { target.addEventListener(type, resolve, { once: true }); });
const registration = async (): Promise<ServiceWorkerRegistration | undefined> => ('serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined);
const reload = (): Promise<never> => {
  location.reload();
  return new Promise(() => {});
};

/** Puts an installed version in the place of the one that is kept, and loads the page from it; resolves when that does not happen soon. */
async function take(next: ServiceWorker | null | undefined): Promise<void> {
  if (!next) return;
  if (next.state === 'installing') await once(next, 'statechange');
  const isTaken = once(navigator.serviceWorker, 'controllerchange');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is told, which has no origin to name
  next.postMessage({ type: 'SKIP_WAITING' });
  if (await Promise.race([isTaken, new Promise((resolve) => { setTimeout(resolve, TAKEN_WITHIN_MS); })])) await reload();
}

const isOffered = createStore(false);
/** A new version is there, for the reader to take. */
export const offerVersion = (): void => isOffered.set(true);
export const useIsVersionOffered = (): boolean => useStore(isOffered);

/** At a visit's begin nothing is written yet: a version that waits is taken before anything is drawn. Not without a connection, which it may need. */
export const takeWaiting = async (): Promise<void> => { if (navigator.onLine) await take((await registration())?.waiting); };

/** Loads the page in its newest version: what is kept of an older one, and does not give way, is given up and kept anew. */
export async function loadNewest(): Promise<never> {
  const kept = await registration();
  await kept?.update().catch(() => undefined);
  await take(kept?.installing ?? kept?.waiting);
  if (kept?.waiting) await kept.unregister();
  return reload();
}

/** Code that cannot be had may be of a version that is no more: the page is loaded in its newest, once for each version. */
export async function renew(error: unknown): Promise<never> {
  if (!navigator.onLine || recallVisit('renewed') === import.meta.url) throw error;
  rememberVisit('renewed', import.meta.url);
  return loadNewest();
}
