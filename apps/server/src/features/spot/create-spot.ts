import type { Db } from '../../platform/db.ts';
import type { SliceWith } from '../../platform/slice.ts';
import { spotAudits } from './audit.ts';
import type { Depth } from './book-snapshots.ts';
import type { HouseLimits } from './dealing.ts';
import { spotOperatorRoutes } from './operator-routes.ts';
import { spotRoutes } from './routes.ts';
import { SpotService, type SpotDeps } from './spot-service.ts';

export interface Spot extends SliceWith<'routes' | 'operatorRoutes' | 'workers'> {
  /** What members may take of each market's book, whatever they take it with. */
  readonly depth: Depth;
  /** What the house deals within, whatever members deal with. */
  readonly limits: HouseLimits;
  /** Fills resting orders; its worker starts and stops it. */
  readonly sweeper: SpotService['sweeper'];
}

/** Opens spot trading. */
export function createSpot(deps: SpotDeps & { readonly db: Db }): Spot {
  const desk = new SpotService(deps);
  const { sweeper, depth, limits } = desk;
  return {
    routes: spotRoutes({ ...deps, desk }),
    operatorRoutes: spotOperatorRoutes(deps),
    workers: [{ name: 'resting orders', start: () => sweeper.start(), stop: () => sweeper.stop() }],
    audits: spotAudits,
    depth,
    limits,
    sweeper,
  };
}
