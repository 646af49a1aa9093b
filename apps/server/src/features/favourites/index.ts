/** The markets that members starred (RULES 7.6). */
export { createFavourites } from './create-favourites.ts';
