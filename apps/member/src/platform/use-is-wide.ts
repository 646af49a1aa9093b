import { useSyncExternalStore } from 'react';
import { roomFrom, useRoom } from './room.ts';

/** From 900 px up the chart is beside the column (DESIGN 2.1). */
const BOARD = roomFrom('(width >= 900px)');
/** From 1280 px up the bar has room for words. */
const ROOMY = roomFrom('(width >= 1280px)');
/** Where keys are written on what they press. */
const KEYED = roomFrom('(width >= 1024px) and (hover: hover)');

/** Type beyond this, in pixels, leaves the bar no room for words. */
const LARGE_TYPE = 20;
const isTypeLarge = (): boolean => parseFloat(getComputedStyle(document.documentElement).fontSize) > LARGE_TYPE;
/** Type that grows changes the height of the page. */
function onGrowth(listener: () => void): () => void {
  const observer = new ResizeObserver(listener);
  observer.observe(document.body);
  return () => observer.disconnect();
}

/** Whether there is room for a board beside the column. */
export const useIsWide = (): boolean => useRoom(BOARD);
/** Whether the bar of a wide window has room for words beside its icons. */
export function useIsRoomy(): boolean {
  const isLarge = useSyncExternalStore(onGrowth, isTypeLarge);
  return useRoom(ROOMY) && !isLarge;
}
/** Whether there is a keyboard to write keys for, as far as a browser knows: a wide window with a pointer. */
export const useHasKeys = (): boolean => useRoom(KEYED);
