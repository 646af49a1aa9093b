import { createStore, useStore } from './store.ts';
import { recallVisit, rememberVisit } from './storage.ts';

const isOffered = createStore(false);
/** A new version is ready to be activated. */
export const offerVersion = (): void => isOffered.set(true);
export const useIsVersionOffered = (): boolean => useStore(isOffered);

/** Removes the cached app and loads the page from the server, which is cached again. */
export async function loadFromServer(): Promise<never> {
  if ('serviceWorker' in navigator) await (await navigator.serviceWorker.getRegistration())?.unregister();
  location.reload();
  return new Promise(() => {});
}

/** Code that is unavailable may be of an older version: the page is reloaded, once for each version. */
export async function renew(error: unknown): Promise<never> {
  if (!navigator.onLine || recallVisit('renewed') === import.meta.url) throw error;
  rememberVisit('renewed', import.meta.url);
  return loadFromServer();
}
