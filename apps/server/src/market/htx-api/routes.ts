import type { RawRoute } from '../../platform/http/route.ts';
import type { HtxContext } from './context.ts';
import { klineRoutes } from './kline.ts';
import { marketRoutes } from './market.ts';
import { referenceRoutes } from './reference.ts';

const PREFIX = '/huobiapi';

/** HTX's public market data under `/huobiapi` (docs/wire/market.md), with errors on HTTP 200. */
export function htxRoutes(context: HtxContext): RawRoute[] {
  const routes = [...klineRoutes(context), ...marketRoutes(context), ...referenceRoutes(context)];
  // And at the root, for programs that are given a host alone.
  return [...routes, ...routes.map((route) => ({ ...route, path: route.path.slice(PREFIX.length) }))];
}
