import { isFields } from '../../../fields.ts';
import { nextPeriod, periodStart } from '../../../periods.ts';
import type { HistoryBar, Tier } from '../../feed.ts';
import type { VenueConfig } from '../venues.ts';
import { COMMON, guard, type CcxtClass, type CcxtExchange } from './exchange.ts';

export interface BarsAsked {
  readonly id: string;
  readonly tier: Tier;
  readonly fromMs: number;
  readonly toMs: number;
  readonly signal: AbortSignal;
}

/** What differs between venues beyond ccxt's abstraction. */
export interface Dialect {
  /** An exchange with the configured URLs and spot markets only. */
  open(Exchange: CcxtClass, config: VenueConfig, markets?: CcxtExchange['markets']): CcxtExchange;
  /**
   * Whole bars from the one that holds `fromMs` to before `toMs`, oldest first. Rejects when the venue does not
   * answer.
   */
  bars(exchange: CcxtExchange, asked: BarsAsked): Promise<HistoryBar[]>;
}

type Row = readonly unknown[];
type Ask = (fields: Record<string, string | number>) => Promise<unknown>;

const MAX_PAGES = 100;

const number = (value: unknown): number =>
  typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
const isRows = (value: unknown): value is Row[] => Array.isArray(value) && value.every(Array.isArray);
function call(exchange: CcxtExchange, name: string): Ask {
  const method = exchange[name];
  if (typeof method !== 'function') throw new TypeError(`ccxt has no call ${name}`);
  return (fields) => Promise.resolve(Reflect.apply(method, exchange, [fields]));
}

/** The requested bars whose periods are the platform's, oldest first, each once. */
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
        // Binance accepts five messages a second, and 1024 streams on a connection.
        ws: { ...COMMON.options.ws, cost: 5 },
        streamLimits: { spot: 1 },
        subscriptionLimitByStream: { spot: 1024 },
        fetchMarkets: { types: ['spot'] },
        // A hundred levels cost a tenth of a thousand: many markets begin at once.
        watchOrderBookLimit: 100,
      },
    });
    const { api } = exchange.urls;
    api['public'] = `${url}/api/v3`;
    api['ws'] = { ...(isFields(api['ws']) ? api['ws'] : {}), spot: wsUrl };
    return guard(exchange);
  },
  async bars(exchange, asked) {
    const { id, tier, toMs, signal } = asked;
    const ask = call(exchange, 'publicGetKlines');
    const bars: HistoryBar[] = [];
    let startMs = periodStart(tier, asked.fromMs);
    for (let page = 0; page < MAX_PAGES && startMs < toMs; page += 1) {
      // Days of UTC+8, as the platform's.
      signal.throwIfAborted();
      const rows = await ask({
        symbol: id,
        interval: BINANCE_INTERVALS[tier],
        startTime: startMs,
        endTime: toMs - 1,
        limit: BINANCE_PAGE,
        timeZone: '8',
      });
      if (!isRows(rows)) throw new Error('Binance response is not a list of bars');
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
    // The first has the current bar and recent ones, the second older ones.
    for (const name of ['publicGetMarketCandles', 'publicGetMarketHistoryCandles']) {
      const ask = call(exchange, name);
      for (let page = 0; page < MAX_PAGES && beforeMs > firstMs; page += 1) {
        signal.throwIfAborted();
        const answer = await ask({ instId: id, bar: OKX_BARS[tier], after: beforeMs, limit: OKX_PAGE });
        const rows = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : undefined;
        if (!isRows(rows)) throw new Error('OKX response is not a list of bars');
        const oldestMs = Math.min(...rows.map(([at]) => number(at)));
        if (!(oldestMs < beforeMs)) break;
        bars.push(
          ...rows.map(([at, open, high, low, close, amount, vol]) => ({
            startMs: number(at),
            open: number(open),
            high: number(high),
            low: number(low),
            close: number(close),
            // OKX does not give the number of trades.
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

/** Venues read through ccxt. */
export const DIALECTS = { binance, okx } as const;
export type CcxtVenue = keyof typeof DIALECTS;
