import type { GroupedWriter } from '../../ledger/index.ts';
import type { Log } from '../../platform/log.ts';
import type { SliceWith } from '../../platform/slice.ts';
import { portfolioAudits } from './audit.ts';
import { portfolioKeeper } from './keeper.ts';
import type { PortfolioDeps } from './read-portfolio.ts';
import { portfolioRoutes } from './routes.ts';

interface Deps extends PortfolioDeps {
  readonly log: Log;
  readonly writer: Pick<GroupedWriter, 'onPosted'>;
  readonly settling: Pick<GroupedWriter, 'onPosted'>;
  readonly settlingBeside?: Pick<GroupedWriter, 'onPosted'>;
}

/** Opens the portfolio. */
export const createPortfolio = (deps: Deps): SliceWith<'routes' | 'workers' | 'audits'> => ({
  routes: portfolioRoutes(deps),
  workers: [portfolioKeeper(deps)],
  audits: portfolioAudits,
});
