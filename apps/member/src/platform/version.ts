import { createStore, useStore } from './store.ts';
import { recallVisit, rememberVisit } from './storage.ts';

const isOffered = createStore(false);
/** A new version is there, for the reader to take. */
export const offerVersion = (): void => isOffered.set(true);
export const useIsVersionOffered = (): boolean => useStore(isOffered);

/** Gives up what is kept of the app and loads the page from the server; the app is kept anew from there. */
export async function loadFromServer(): Promise<never> {
  if ('serviceWorker' in navigator) await (await navigator.serviceWorker.getRegistration())?.unregister();
  location.reload();
  return new Promise(() => {});
}

/**
 * Code that cannot be had may be of a version that is no more: the page is loaded in its newest, once for each version.
 */
export async function renew(error: unknown): Promise<never> {
  if (!navigator.onLine || recallVisit('renewed') === import.meta.url) throw error;
  rememberVisit('renewed', import.meta.url);
  return loadFromServer();
}
