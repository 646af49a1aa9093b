import { PERIODS, type KlineBar, type Period } from '@plimsoll/contract';
import type { RawRoute } from '../../platform/http/route.ts';
import { SERIES_LENGTH } from '../candle-series.ts';
import type { LiveData } from '../live-data.ts';
import type { Market } from '../types.ts';
import { candleVersion, changedMs, type HtxContext } from './context.ts';
import { answerOf, badSize, marketRoute, sizeOf, wholeNumber } from './query.ts';

const USUAL_BARS = 150;
/** Maximum bars of an answer: the newest, or a stretch of time. */
const MAX_NEWEST = 2000;
const MAX_BETWEEN = 1000;

/** True for HTX's name of a candle period. */
export const isPeriod = (text: string): text is Period => PERIODS.some((period) => period === text);

export interface Stretch {
  readonly fromS?: number | undefined;
  readonly toS?: number | undefined;
}

/**
 * Bars of a stretch of time, newest first, up to `size`: its oldest ones, for paging, or without a beginning the
 * newest.
 */
export function barsBetween(
  data: LiveData,
  market: Market,
  period: Period,
  { fromS, toS }: Stretch,
  size: number,
): readonly KlineBar[] {
  const bars = data
    .candles(market.id, period, SERIES_LENGTH)
    .filter(({ id }) => id >= (fromS ?? 0) && id <= (toS ?? Number.POSITIVE_INFINITY));
  return fromS === undefined ? bars.slice(0, size) : bars.slice(-size);
}

/** `/market/history/kline`: the newest bars; `/market/history/candles`: also those of a stretch of time. */
export function klineRoutes(context: HtxContext): RawRoute[] {
  const { data, ready } = context;
  const head = (market: Market, period: Period) => ({
    ch: `market.${market.symbol}.kline.${period}`,
    status: 'ok',
    ts: changedMs(context, market),
  });
  const newest = (market: Market, period: Period, size: number) =>
    ready.get(`kline/${market.id}/${period}/${size}`, candleVersion(context, market), () => ({
      ...head(market, period),
      data: data.candles(market.id, period, size),
    }));

  return [
    marketRoute('/market/history/kline', context, (market, query) => {
      const period = query.get('period') ?? '';
      if (!isPeriod(period)) return 'invalid period';
      const size = sizeOf(query, { usual: USUAL_BARS, max: MAX_NEWEST });
      return size === undefined ? badSize(MAX_NEWEST) : newest(market, period, size);
    }),
    marketRoute('/market/history/candles', context, (market, query) => {
      const period = query.get('period') ?? '';
      if (!isPeriod(period)) return 'invalid period';
      const size = sizeOf(query, { usual: USUAL_BARS, max: MAX_BETWEEN });
      if (size === undefined) return badSize(MAX_BETWEEN);
      if (!query.has('from') && !query.has('to')) return newest(market, period, size);
      const [fromS, toS] = [query.get('from'), query.get('to')].map((text) =>
        text === null ? undefined : (wholeNumber(text) ?? Number.NaN),
      );
      if (Number.isNaN(fromS)) return 'invalid from';
      if (Number.isNaN(toS)) return 'invalid to';
      return answerOf({ ...head(market, period), data: barsBetween(data, market, period, { fromS, toS }, size) });
    }),
  ];
}
