import { Plans } from '../../platform/http/index.ts';
import type { SecretOrSecrets } from '../../platform/secret.ts';
import type { SliceWith } from '../../platform/slice.ts';
import { spotAudits } from './audit.ts';
import { bookPacking } from './book-packing.ts';
import type { Depth } from './book-snapshots.ts';
import type { HouseLimits } from './dealing.ts';
import { spotOperatorRoutes } from './operator-routes.ts';
import { orderNews } from './order-news.ts';
import { spotRoutes } from './routes.ts';
import { SpotService, type SpotDeps } from './spot-service.ts';
import type { TradableBooks } from './tradable-books.ts';

export interface Spot extends SliceWith<'routes' | 'operatorRoutes' | 'workers'> {
  readonly books: TradableBooks;
  readonly depth: Depth;
  readonly limits: HouseLimits;
  /** Fills resting orders; its worker starts and stops it. */
  readonly sweeper: SpotService['sweeper'];
  /** Members' orders, for their programs too. */
  readonly service: Pick<SpotService, 'place' | 'cancel'>;
}

/** Opens spot trading. */
export function createSpot(deps: SpotDeps & { readonly secret: SecretOrSecrets }): Spot {
  const service = new SpotService(deps);
  const { books, sweeper, depth, limits } = service;
  return {
    routes: spotRoutes({ ...deps, service, plans: new Plans(deps.secret, deps.clock) }),
    operatorRoutes: spotOperatorRoutes(deps),
    workers: [{ name: 'resting orders', start: () => sweeper.start(), stop: () => sweeper.stop() }, bookPacking(deps)],
    audits: spotAudits,
    news: [orderNews(deps.db)],
    books,
    depth,
    limits,
    sweeper,
    service,
  };
}
