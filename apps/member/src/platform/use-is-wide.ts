import { useSyncExternalStore } from 'react';

/** From 900 px up the chart is beside the column (docs/DESIGN.md). */
const WIDE = matchMedia('(width >= 900px)');

function subscribe(listener: () => void): () => void {
  WIDE.addEventListener('change', listener);
  return () => WIDE.removeEventListener('change', listener);
}

/** Whether there is room for a board beside the column. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => WIDE.matches);
