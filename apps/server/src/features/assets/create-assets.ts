import { Plans } from '../../platform/http/index.ts';
import type { SecretOrSecrets } from '../../platform/secret.ts';
import type { Slice } from '../../platform/slice.ts';
import { type AssetsDeps, assetsRoutes } from './routes.ts';
import { assetsOperatorRoutes } from './operator-routes.ts';
import { assetsAudits } from './audit.ts';
import { balanceNews } from './balance-news.ts';

/** Opens a member’s own accounts. */
export const createAssets = (deps: Omit<AssetsDeps, 'plans'> & { readonly secret: SecretOrSecrets }): Slice => ({
  routes: assetsRoutes({ ...deps, plans: new Plans(deps.secret, deps.clock) }),
  operatorRoutes: assetsOperatorRoutes(deps),
  audits: assetsAudits,
  news: [balanceNews(deps)],
});
