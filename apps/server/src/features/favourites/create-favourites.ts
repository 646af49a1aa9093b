import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Slice } from '../../platform/slice.ts';
import { favouritesRoutes } from './routes.ts';

/** Opens favourites. */
export const createFavourites = (deps: { readonly db: Db; readonly clock: Clock }): Slice => ({
  routes: favouritesRoutes(deps),
});
