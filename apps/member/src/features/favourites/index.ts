/** Starred markets: the star on a market's row, and the lists in which they come first (RULES 7.6). */
import type { MarketItem } from '@plimsoll/contract';
import { lazyPart } from '@plimsoll/ui';
import { whenIdle } from '../../platform/idle.ts';
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export { default as OwnStar } from './own-star.tsx';
export { Star } from './star.tsx';
export { starredFirst } from './starred-first.ts';
export { useOwnFirst } from './use-own-first.ts';
export { moveFavourite, useFavouriteList, useFavourites, type FavouriteList } from './use-favourites.ts';

interface OwnStarProps {
  readonly market: Pick<MarketItem, 'id' | 'title'>;
}

const own = lazyScreen<OwnStarProps>(['favourites'], () => import('./own-star.tsx'));
/** A star for Home, whose first load does not carry it: fetched when the page is idle. */
export const LATER_STAR = lazyPart<OwnStarProps>(() => whenIdle().then(async () => ({ default: await own.draw() })));
