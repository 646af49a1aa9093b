import type { RawRoute } from '../../platform/http/route.ts';
import type { HtxContext } from './context.ts';
import { klineRoutes } from './kline.ts';
import { marketRoutes } from './market.ts';
import { referenceRoutes } from './reference.ts';

/** HTX's public market data under `/huobiapi` (docs/wire/market.md), with errors on HTTP 200. */
export const htxRoutes = (context: HtxContext): RawRoute[] => [
  ...klineRoutes(context),
  ...marketRoutes(context),
  ...referenceRoutes(context),
];
