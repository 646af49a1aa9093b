import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Slice } from '../../platform/slice.ts';
import { voidRoutes } from './routes.ts';

/** Opens the public lists of voids and gaps. */
export const createVoids = (deps: { readonly db: Db; readonly clock: Clock }): Slice => ({
  routes: voidRoutes(deps),
});
