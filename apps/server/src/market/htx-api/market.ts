import type { RawRoute } from '../../platform/http/route.ts';
import { TRADES_KEPT } from '../recent-trades.ts';
import type { Market } from '../types.ts';
import { depthTick, isDepthStep } from './depth.ts';
import { bookVersion, candleVersion, changedMs, type HtxContext } from './context.ts';
import { answerOf, badSize, htxRoute, marketRoute, sizeOf } from './query.ts';
import { bestBeside, bestOf, dayTick, tradeGroup } from './shapes.ts';

/** Levels a side by the request's `depth`; all without. */
const DEPTHS: Readonly<Record<string, number>> = { '5': 5, '10': 10, '20': 20 };
const ALL_LEVELS = 150;

const headOf = (context: HtxContext, market: Market, topic: string) => ({
  ch: `market.${market.symbol}.${topic}`,
  status: 'ok',
  ts: changedMs(context, market),
});

/** HTX's calls of the last 24 hours, the book and the trades, answered from the cache. */
export const marketRoutes = (context: HtxContext): RawRoute[] => [
  ...dayRoutes(context),
  depthRoute(context),
  ...tradeRoutes(context),
  statusRoute(context),
];

function dayRoutes(context: HtxContext): RawRoute[] {
  const { data, ready, clock } = context;
  return [
    marketRoute('/market/detail', context, (market) =>
      ready.get(`detail/${market.id}`, candleVersion(context, market), () => ({
        ...headOf(context, market, 'detail'),
        tick: dayTick(data, market),
      })),
    ),

    marketRoute('/market/detail/merged', context, (market) =>
      ready.get(`merged/${market.id}`, candleVersion(context, market) + bookVersion(context, market), () => {
        const day = dayTick(data, market);
        const tick = { ...day, version: day.id, ...bestOf(data.book(market.id)) };
        return { ...headOf(context, market, 'detail.merged'), tick };
      }),
    ),

    htxRoute('/market/tickers', clock, () => {
      const books = data.list().reduce((sum, market) => sum + bookVersion(context, market), 0);
      return ready.get('tickers', data.version + books, () => ({
        status: 'ok',
        ts: clock.nowMs(),
        data: data.list().map((market) => {
          const { id: _, ...day } = dayTick(data, market);
          return { symbol: market.symbol, ...day, ...bestBeside(data.book(market.id)) };
        }),
      }));
    }),
  ];
}

function depthRoute(context: HtxContext): RawRoute {
  const { data, ready } = context;
  return marketRoute('/market/depth', context, (market, query) => {
    const step = query.get('type') ?? 'step0';
    if (!isDepthStep(step)) return 'invalid type';
    const depth = query.get('depth') ?? '';
    const limit = depth === '' ? ALL_LEVELS : Object.hasOwn(DEPTHS, depth) ? DEPTHS[depth] : undefined;
    if (limit === undefined) return 'invalid depth, valid values: 5, 10, 20';
    return ready.get(`depth/${market.id}/${step}/${limit}`, bookVersion(context, market), () => ({
      ...headOf(context, market, `depth.${step}`),
      tick: depthTick(data, market, step, limit),
    }));
  });
}

function tradeRoutes(context: HtxContext): RawRoute[] {
  const { data, ready, trades } = context;
  const lastSeq = (market: Market): number => trades.last(market.id)?.tick.seq ?? 0;
  return [
    marketRoute('/market/trade', context, (market) =>
      ready.get(`trade/${market.id}`, lastSeq(market), () => {
        const last = trades.last(market.id);
        return {
          ...headOf(context, market, 'trade.detail'),
          tick: last ? tradeGroup(data, last, 'trade-id') : { id: 0, ts: 0, data: [] },
        };
      }),
    ),

    marketRoute('/market/history/trade', context, (market, query) => {
      const size = sizeOf(query, { usual: 1, max: TRADES_KEPT });
      if (size === undefined) return badSize(TRADES_KEPT);
      return ready.get(`trades/${market.id}/${size}`, lastSeq(market), () => ({
        ...headOf(context, market, 'trade.detail'),
        data: trades.newest(market.id, size).map((trade) => tradeGroup(data, trade, 'trade-id')),
      }));
    }),
  ];
}

const statusRoute = ({ data, clock }: HtxContext): RawRoute =>
  htxRoute('/v2/market-status', clock, () =>
    answerOf({
      code: 200,
      message: 'success',
      data: { marketStatus: data.list().some(({ id }) => data.isFresh(id)) ? NORMAL : HALTED },
    }),
  );

const NORMAL = 1;
const HALTED = 2;
