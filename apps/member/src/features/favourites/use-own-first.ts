import { useEffect } from 'react';
import { forget, remember } from '../../platform/storage.ts';
import type { FavouriteList } from './use-favourites.ts';

/** Keeps whether there is an own list: Home begins at it, and cannot wait to know that. */
export function useOwnFirst({ ids, isKnown }: FavouriteList): void {
  const hasOwn = ids.length > 0;
  useEffect(() => {
    if (!isKnown) return;
    if (hasOwn) remember('own', 'on');
    else forget('own');
  }, [hasOwn, isKnown]);
}
