import { useSyncExternalStore } from 'react';

/** Whether the window has the room that a media query asks for, now and from now on. */
export interface Room {
  readonly subscribe: (listener: () => void) => () => void;
  readonly is: () => boolean;
}

export function roomFrom(query: string): Room {
  const list = matchMedia(query);
  return {
    subscribe(listener) {
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    is: () => list.matches,
  };
}

export const useRoom = ({ subscribe, is }: Room): boolean => useSyncExternalStore(subscribe, is);
