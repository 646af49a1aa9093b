import { createStore, useStore } from '../../platform/store.ts';
import { forgetVisit, recallVisit, rememberVisit } from '../../platform/storage.ts';

const kept = (): number | undefined => {
  const id = Number(recallVisit('watchedOption') ?? '');
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};

/** The watched option; kept for the visit, so that a reload shows it again. */
const watched = createStore<number | undefined>(kept());

/** Watches an option's progress, or none. */
export function watchOption(orderId: number | undefined): void {
  if (orderId === undefined) forgetVisit('watchedOption');
  else rememberVisit('watchedOption', String(orderId));
  watched.set(orderId);
}

export const useWatched = (): number | undefined => useStore(watched);
