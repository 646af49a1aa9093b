import { recallVisit, rememberVisit } from './storage.ts';

/** Longest that the page waits for a new version to take its place. */
const TAKEN_WITHIN_MS = 10_000;

const once = (target: EventTarget, type: string): Promise<unknown> => new Promise((resolve) => { target.addEventListener(type, resolve, { once: true }); });

/** Puts an installed version in the place of the one that is kept, and loads the page from it. Goes on when that does not happen. */
export async function takeVersion(next: ServiceWorker | null | undefined): Promise<void> {
  if (!next) return;
  const isTaken = once(navigator.serviceWorker, 'controllerchange').then(() => { location.reload(); return new Promise(() => {}); });
  if (next.state === 'installing') await once(next, 'statechange');
  next.postMessage({ type: 'SKIP_WAITING' });
  await Promise.race([isTaken, new Promise((resolve) => { setTimeout(resolve, TAKEN_WITHIN_MS); })]);
}

const registration = async (): Promise<ServiceWorkerRegistration | undefined> => navigator.serviceWorker?.getRegistration();

/** At a visit's begin nothing is written yet: a version that waits is taken before anything is drawn. Not without a connection, which it may need. */
export const takeWaiting = async (): Promise<void> => { if (navigator.onLine) await takeVersion((await registration())?.waiting); };

/** Code that cannot be had may be of a version that is no more: the newest is fetched and the page loaded anew, once for each version. */
export async function renew(error: unknown): Promise<never> {
  if (!navigator.onLine || recallVisit('renewed') === import.meta.url) throw error;
  rememberVisit('renewed', import.meta.url);
  const kept = await registration();
  await kept?.update().catch(() => undefined);
  await takeVersion(kept?.installing ?? kept?.waiting);
  location.reload();
  return new Promise<never>(() => {});
}
