import { stream } from '../../platform/stream.ts';
import { createBarFeed, type Bar, type BarFeed } from './bar-feed.ts';
import { factsOf, type Interval } from './facts.ts';
import { askMarket } from './market-data.ts';

async function loadBars(symbol: string, interval: Interval, size: number): Promise<readonly Bar[]> {
  const { data } = await askMarket('history/kline', {
    symbol,
    period: factsOf(interval).period,
    size: String(size),
  });
  return data.map(({ id, open, high, low, close, vol }) => ({ id, open, high, low, close, vol })).toReversed();
}

/** A market's bars from this server. */
export const barFeedOf = (symbol: string, interval: Interval): BarFeed =>
  createBarFeed({
    load: (size) => loadBars(symbol, interval, size),
    follow: (listener) => stream.subscribe(`${symbol}_${interval}`, listener),
    onResume: (listener) => stream.onResume(listener),
    nowMs: Date.now,
  });
