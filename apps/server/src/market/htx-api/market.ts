import type { RawRoute } from '../../platform/http/route.ts';
import { TRADES_KEPT } from '../recent-trades.ts';
import type { Market } from '../types.ts';
import { depthTick, isDepthStep } from './depth.ts';
import { bookVersion, candleVersion, changedMs, type HtxFace } from './face.ts';
import { answerOf, badSize, htxRoute, marketRoute, sizeOf } from './query.ts';
import { bestBeside, bestOf, dayTick, tradeGroup } from './shapes.ts';

/** Levels a side that may be asked for; all there are without. */
const DEPTHS: Readonly<Record<string, number>> = { '5': 5, '10': 10, '20': 20 };
const ALL_LEVELS = 150;

/** A market as it stands: the last 24 hours, the book, the trades. Each is answered from bytes kept ready. */
export function marketRoutes(face: HtxFace): RawRoute[] {
  const { data, ready, clock, trades } = face;
  const head = (market: Market, topic: string) => ({
    ch: `market.${market.symbol}.${topic}`,
    status: 'ok',
    ts: changedMs(face, market),
  });
  const lastSeq = (market: Market): number => trades.last(market.id)?.tick.seq ?? 0;

  return [
    marketRoute('/market/detail', face, (market) =>
      ready.get(`detail/${market.id}`, candleVersion(face, market), () => ({
        ...head(market, 'detail'),
        tick: dayTick(data, market),
      })),
    ),

    marketRoute('/market/detail/merged', face, (market) =>
      ready.get(`merged/${market.id}`, candleVersion(face, market) + bookVersion(face, market), () => {
        const day = dayTick(data, market);
        return { ...head(market, 'detail.merged'), tick: { ...day, version: day.id, ...bestOf(data.book(market.id)) } };
      }),
    ),

    htxRoute('/market/tickers', clock, () => {
      const books = data.list().reduce((sum, market) => sum + bookVersion(face, market), 0);
      return ready.get('tickers', data.version + books, () => ({
        status: 'ok',
        ts: clock.nowMs(),
        data: data.list().map((market) => {
          const { id: _, ...day } = dayTick(data, market);
          return { symbol: market.symbol, ...day, ...bestBeside(data.book(market.id)) };
        }),
      }));
    }),

    marketRoute('/market/depth', face, (market, query) => {
      const step = query.get('type') ?? 'step0';
      if (!isDepthStep(step)) return 'invalid type';
      const depth = query.get('depth') ?? '';
      const most = depth === '' ? ALL_LEVELS : Object.hasOwn(DEPTHS, depth) ? DEPTHS[depth] : undefined;
      if (most === undefined) return 'invalid depth, valid values: 5, 10, 20';
      return ready.get(`depth/${market.id}/${step}/${most}`, bookVersion(face, market), () => ({
        ...head(market, `depth.${step}`),
        tick: depthTick(data, market, step, most),
      }));
    }),

    marketRoute('/market/trade', face, (market) =>
      ready.get(`trade/${market.id}`, lastSeq(market), () => {
        const last = trades.last(market.id);
        return {
          ...head(market, 'trade.detail'),
          tick: last ? tradeGroup(data, last, 'trade-id') : { id: 0, ts: 0, data: [] },
        };
      }),
    ),

    marketRoute('/market/history/trade', face, (market, query) => {
      const size = sizeOf(query, { usual: 1, most: TRADES_KEPT });
      if (size === undefined) return badSize(TRADES_KEPT);
      return ready.get(`trades/${market.id}/${size}`, lastSeq(market), () => ({
        ...head(market, 'trade.detail'),
        data: trades.newest(market.id, size).map((trade) => tradeGroup(data, trade, 'trade-id')),
      }));
    }),

    htxRoute('/v2/market-status', clock, () =>
      answerOf({
        code: 200,
        message: 'success',
        data: { marketStatus: data.list().some(({ id }) => data.isFresh(id)) ? NORMAL : HALTED },
      }),
    ),
  ];
}

/** HTX's words for whether there is trading. */
const NORMAL = 1;
const HALTED = 2;
