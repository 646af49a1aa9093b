import type { Slice } from '../../platform/slice.ts';
import { type AssetsDeps, assetsRoutes } from './routes.ts';
import { assetsOperatorRoutes } from './operator-routes.ts';
import { assetsAudits } from './audit.ts';
import { balanceNews } from './balance-news.ts';

/** Opens a member’s own accounts. */
export const createAssets = (deps: AssetsDeps): Slice => ({
  routes: assetsRoutes(deps),
  operatorRoutes: assetsOperatorRoutes(deps),
  audits: assetsAudits,
  news: [balanceNews(deps)],
});
