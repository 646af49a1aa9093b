import { PERIODS, type Period } from '@plimsoll/contract';
import { toNumber } from '@plimsoll/money';
import type { Clock } from '../platform/clock.ts';
import type { HotContent } from '../platform/http/hot.ts';
import type { RawAnswer, RawRequest, RawRoute } from '../platform/http/route.ts';
import type { LiveData } from './live-data.ts';
import type { ReadyMade } from './ready-made.ts';
import type { Market } from './types.ts';

/** HTX's public market data under `/huobiapi` (wire, Market): its shapes, and its errors, which ride on HTTP 200. */

const SIZE = /^\d{1,5}$/;
const MOST_BARS = 2000;
const USUAL_BARS = 150;

const isPeriod = (text: string): text is Period => (PERIODS as readonly string[]).includes(text);

/** The kline and the detail, each answered from bytes kept ready. Further paths of HTX's find their place in the list this gives back. */
export function htxRoutes(data: LiveData, ready: ReadyMade, clock: Clock): RawRoute[] {
  const invalid = (message: string): RawAnswer => ({
    status: 200,
    json: JSON.stringify({ status: 'error', 'err-code': 'invalid-parameter', 'err-msg': message, ts: clock.nowMs() }),
  });

  /** When a market last changed: the time an answer names. */
  const changedMs = (market: Market): number => data.lastTick(market.id)?.receiveTimeMs ?? clock.nowMs();

  /** Rises with the market's candles and at each new minute, when a quiet market gets a flat bar. */
  const candleVersion = (market: Market): number => (data.live(market.id)?.candles.version ?? 0) + Math.floor(clock.nowMs() / 60_000) * 1e6;

  function kline({ search }: RawRequest): HotContent | RawAnswer {
    const query = onlyOnce(search);
    if (!query) return invalid('repeated parameter');
    const market = data.bySymbol(query.get('symbol') ?? '');
    if (!market) return invalid('invalid symbol');
    const period = query.get('period') ?? '';
    if (!isPeriod(period)) return invalid('invalid period');
    const size = query.get('size') ?? String(USUAL_BARS);
    const bars = SIZE.test(size) ? Number(size) : 0;
    if (bars < 1 || bars > MOST_BARS) return invalid(`invalid size, valid range: [1,${MOST_BARS}]`);
    return ready.get(`kline/${market.id}/${period}/${bars}`, candleVersion(market), () => ({
      ch: `market.${market.symbol}.kline.${period}`,
      status: 'ok',
      ts: changedMs(market),
      data: data.candles(market.id, period, bars),
    }));
  }

  function detail({ search }: RawRequest): HotContent | RawAnswer {
    const query = onlyOnce(search);
    if (!query) return invalid('repeated parameter');
    const market = data.bySymbol(query.get('symbol') ?? '');
    if (!market) return invalid('invalid symbol');
    return ready.get(`detail/${market.id}`, candleVersion(market), () => ({
      ch: `market.${market.symbol}.detail`,
      status: 'ok',
      ts: changedMs(market),
      tick: dayTick(data, market),
    }));
  }

  return [
    { path: '/huobiapi/market/history/kline', answer: kline },
    { path: '/huobiapi/market/detail', answer: detail },
  ];
}

/** The last 24 hours as HTX writes them; zeros before the first tick. */
function dayTick(data: LiveData, market: Market) {
  const day = data.day(market.id);
  const number = (value: Parameters<typeof toNumber>[0] | undefined) => (value === undefined ? 0 : toNumber(value));
  return {
    id: data.lastTick(market.id)?.seq ?? 0,
    open: number(day?.open),
    close: number(data.lastTick(market.id)?.price ?? day?.close),
    low: number(day?.low),
    high: number(day?.high),
    amount: number(day?.amount),
    vol: number(day?.vol),
    count: day?.count ?? 0,
  };
}

/** Charts ask the same few questions over and over: taking them apart costs more than answering them. */
const known = new Map<string, URLSearchParams | undefined>();
const MOST_KNOWN = 1_000;
const LONGEST_KNOWN = 100;

/** The query's parameters, unless one of them was given twice. */
function onlyOnce(search: string): URLSearchParams | undefined {
  if (known.has(search)) return known.get(search);
  const query = new URLSearchParams(search);
  const once = new Set(query.keys()).size === query.size ? query : undefined;
  if (known.size < MOST_KNOWN && search.length <= LONGEST_KNOWN) known.set(search, once);
  return once;
}
