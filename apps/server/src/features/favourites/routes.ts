import { getFavourites, setFavourite as setFavouriteCall } from '@plimsoll/contract/favourites';
import type { Clock } from '../../platform/clock.ts';
import type { Query } from '../../platform/db.ts';
import { memberRoute, type Route } from '../../platform/http/index.ts';
import { listFavourites } from './list-favourites.ts';
import { setFavourite } from './set-favourite.ts';

/** The calls of favourites (docs/wire/favourites.md). */
export const favouritesRoutes = (deps: { readonly db: Query; readonly clock: Clock }): readonly Route[] => [
  memberRoute(getFavourites, (_input, { memberId }) => listFavourites(deps.db, memberId)),
  memberRoute(setFavouriteCall, (input, { memberId }) => setFavourite(deps, memberId, input)),
];
