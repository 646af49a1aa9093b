/** Starred markets: the star on a market's row, and the lists in which they come first (RULES 7.6). */
export { Star } from './star.tsx';
export { starredFirst } from './starred-first.ts';
export { useFavourites } from './use-favourites.ts';
