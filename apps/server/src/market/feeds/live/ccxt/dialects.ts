import { nextPeriod, periodStart } from '../../../periods.ts';
import type { HistoryBar, Tier } from '../../feed.ts';
import type { VenueConfig } from '../venues.ts';
import { COMMON, guard, type CcxtClass, type CcxtExchange } from './exchange.ts';

/** A stretch of history that is asked of a venue. */
export interface BarsAsked {
  /** The venue's own name of the market. */
  readonly id: string;
  readonly tier: Tier;
  readonly fromMs: number;
  readonly toMs: number;
  /** Nobody wants the answer any more. */
  readonly signal: AbortSignal;
}

/** What two venues do differently, beyond what ccxt levels out. */
export interface Dialect {
  /** An exchange that asks where the configuration says, and knows of spot markets alone. */
  open(Exchange: CcxtClass, config: VenueConfig, markets?: CcxtExchange['markets']): CcxtExchange;
  /**
   * Whole bars from the one that holds `fromMs` to before `toMs`, oldest first. Rejects when the venue does not answer.
   */
  bars(exchange: CcxtExchange, asked: BarsAsked): Promise<HistoryBar[]>;
}

/** Bars as the venue lists them: of texts. */
type Row = readonly unknown[];
type Ask = (fields: Record<string, string | number>) => Promise<unknown>;

/** More pages than history ever needs. */
const MAX_PAGES = 100;

const number = (value: unknown): number =>
  typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
const isRows = (value: unknown): value is Row[] => Array.isArray(value) && value.every(Array.isArray);
const call = (exchange: CcxtExchange, name: string): Ask => (exchange[name] as Ask).bind(exchange);

/** Bars that begin where ours do and lie where they were asked for, oldest first, each once. */
function sound(bars: readonly HistoryBar[], { tier, fromMs, toMs }: BarsAsked): HistoryBar[] {
  const firstMs = periodStart(tier, fromMs);
  const ours = bars.filter(
    (bar) => bar.startMs >= firstMs && bar.startMs < toMs && periodStart(tier, bar.startMs) === bar.startMs,
  );
  return [...new Map(ours.map((bar) => [bar.startMs, bar])).values()].toSorted((a, b) => a.startMs - b.startMs);
}

const BINANCE_INTERVALS: Readonly<Record<Tier, string>> = { '1min': '1m', '5min': '5m', '60min': '1h', '1day': '1d' };
const BINANCE_PAGE = 1000;

const binance: Dialect = {
  open(Exchange, { url, wsUrl }, markets) {
    const exchange = new Exchange({
      ...COMMON,
      ...(markets ? { markets } : {}),
      options: {
        // Five messages a second are let in. All streams go over one line: a thousand are allowed on it.
        ws: { ...COMMON.options.ws, cost: 5 },
        streamLimits: { spot: 1 },
        subscriptionLimitByStream: { spot: 1024 },
        fetchMarkets: { types: ['spot'] },
        // A tenth of a thousand levels weighs a tenth: many markets begin at once.
        watchOrderBookLimit: 100,
      },
    });
    const { api } = exchange.urls;
    api['public'] = `${url}/api/v3`;
    api['ws'] = { ...(api['ws'] as object), spot: wsUrl };
    return guard(exchange);
  },
  async bars(exchange, asked) {
    const { id, tier, toMs, signal } = asked;
    const ask = call(exchange, 'publicGetKlines');
    const bars: HistoryBar[] = [];
    let startMs = periodStart(tier, asked.fromMs);
    for (let page = 0; page < MAX_PAGES && startMs < toMs; page += 1) {
      // Days are those of UTC+8, as the house's are.
      signal.throwIfAborted();
      const rows = await ask({
        symbol: id,
        interval: BINANCE_INTERVALS[tier],
        startTime: startMs,
        endTime: toMs - 1,
        limit: BINANCE_PAGE,
        timeZone: '8',
      });
      if (!isRows(rows)) throw new Error('Binance answered with something else than bars');
      const [last] = rows.slice(-1);
      bars.push(
        ...rows.map(([at, open, high, low, close, amount, , vol, count]) => ({
          startMs: number(at),
          open: number(open),
          high: number(high),
          low: number(low),
          close: number(close),
          amount: number(amount),
          vol: number(vol),
          count: number(count),
        })),
      );
      if (!last || rows.length < BINANCE_PAGE || !(number(last[0]) >= startMs)) break;
      startMs = nextPeriod(tier, periodStart(tier, number(last[0])));
    }
    return sound(bars, asked);
  },
};

/** `1D` is the day of UTC+8, as the house's is. */
const OKX_BARS: Readonly<Record<Tier, string>> = { '1min': '1m', '5min': '5m', '60min': '1H', '1day': '1D' };
const OKX_PAGE = 300;

const okx: Dialect = {
  open(Exchange, { url, wsUrl }, markets) {
    const exchange = new Exchange({
      ...COMMON,
      ...(markets ? { markets } : {}),
      options: { ws: { ...COMMON.options.ws }, fetchMarkets: { types: ['spot'] } },
    });
    Object.assign(exchange.urls.api, { rest: url, ws: wsUrl });
    return guard(exchange);
  },
  async bars(exchange, asked) {
    const { id, tier, fromMs, toMs, signal } = asked;
    const firstMs = periodStart(tier, fromMs);
    const bars: HistoryBar[] = [];
    let beforeMs = toMs;
    // The first knows the bar of now and what came shortly before, the second what is older.
    for (const name of ['publicGetMarketCandles', 'publicGetMarketHistoryCandles']) {
      const ask = call(exchange, name);
      for (let page = 0; page < MAX_PAGES && beforeMs > firstMs; page += 1) {
        signal.throwIfAborted();
        const answer = await ask({ instId: id, bar: OKX_BARS[tier], after: beforeMs, limit: OKX_PAGE });
        const rows = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : undefined;
        if (!isRows(rows)) throw new Error('OKX answered with something else than bars');
        const oldestMs = Math.min(...rows.map(([at]) => number(at)));
        if (!(oldestMs < beforeMs)) break;
        bars.push(
          ...rows.map(([at, open, high, low, close, amount, vol]) => ({
            startMs: number(at),
            open: number(open),
            high: number(high),
            low: number(low),
            close: number(close),
            // How many trades there were it does not say.
            amount: number(amount),
            vol: number(vol),
            count: number(amount) > 0 ? 1 : 0,
          })),
        );
        beforeMs = oldestMs;
      }
    }
    return sound(bars, asked);
  },
};

/** Those venues that are spoken to through ccxt. */
export const DIALECTS = { binance, okx } as const;
export type CcxtVenue = keyof typeof DIALECTS;
