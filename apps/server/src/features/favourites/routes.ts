import {
  getFavourites,
  moveFavourite as moveFavouriteCall,
  setFavourite as setFavouriteCall,
} from '@plimsoll/contract/favourites';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { memberRoute, type Route } from '../../platform/http/index.ts';
import { listFavourites } from './list-favourites.ts';
import { moveFavourite } from './move-favourite.ts';
import { setFavourite } from './set-favourite.ts';

/** The calls of favourites (docs/wire/favourites.md). */
export const favouritesRoutes = (deps: { readonly db: Db; readonly clock: Clock }): readonly Route[] => [
  memberRoute(getFavourites, (_input, { memberId }) => listFavourites(deps.db, memberId)),
  memberRoute(setFavouriteCall, (input, { memberId }) => setFavourite(deps, memberId, input)),
  memberRoute(moveFavouriteCall, (input, { memberId }) => moveFavourite(deps.db, memberId, input)),
];
