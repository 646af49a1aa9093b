import { createStore, useStore } from '../../platform/store.ts';
import { forgetVisit, recallVisit, rememberVisit } from '../../platform/storage.ts';

const kept = (): number | undefined => {
  const id = Number(recallVisit('watchedOption') ?? '');
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};

/** The option whose progress is looked at; kept for the visit, so that loading the page anew brings it back. */
const watched = createStore<number | undefined>(kept());

/** Looks at an option's progress, or at none. */
export function watchOption(orderId: number | undefined): void {
  if (orderId === undefined) forgetVisit('watchedOption');
  else rememberVisit('watchedOption', String(orderId));
  watched.set(orderId);
}

export const useWatched = (): number | undefined => useStore(watched);
