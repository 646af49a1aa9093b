import type { RawRoute } from '../../platform/http/route.ts';
import type { HtxFace } from './face.ts';
import { klineRoutes } from './kline.ts';
import { marketRoutes } from './market.ts';
import { referenceRoutes } from './reference.ts';

/**
 * HTX's public market data under `/huobiapi` (docs/wire/market.md): its paths, its shapes, and its errors, which ride
 * on HTTP 200.
 */
export const htxRoutes = (face: HtxFace): RawRoute[] => [
  ...klineRoutes(face),
  ...marketRoutes(face),
  ...referenceRoutes(face),
];
