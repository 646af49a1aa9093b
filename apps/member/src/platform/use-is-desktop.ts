import { roomFrom, useRoom } from './room.ts';

/** From 1024 px up a rail and columns take the place of the one column (DESIGN 2.5). In the first load: nothing else. */
const DESKTOP = roomFrom('(width >= 1024px)');

export const isDesktop = DESKTOP.is;
/** Whether there is room for the rail and columns beside each other. */
export const useIsDesktop = (): boolean => useRoom(DESKTOP);
