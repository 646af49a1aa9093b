import type { KlineBar } from '@plimsoll/contract';
import { stream } from '../../platform/stream.ts';
import { createBarFeed, type Bar, type BarFeed } from './bar-feed.ts';
import { factsOf, type Interval } from './facts.ts';

/** Longest wait for an answer (spec part 1, section 9). */
const TIMEOUT_MS = 15_000;

interface KlineAnswer {
  readonly status: string;
  /** Newest first. */
  readonly data?: readonly KlineBar[];
}

async function loadBars(symbol: string, interval: Interval, size: number): Promise<readonly Bar[]> {
  const query = new URLSearchParams({ symbol, period: factsOf(interval).period, size: String(size) });
  const response = await fetch(`/huobiapi/market/history/kline?${query}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const { status, data } = await response.json() as KlineAnswer;
  if (status !== 'ok' || !data) throw new Error(`no bars of ${symbol}`);
  return data.map(({ id, open, high, low, close, vol }) => ({ id, open, high, low, close, vol })).toReversed();
}

/** A market's bars from our own server. */
export const barFeedOf = (symbol: string, interval: Interval): BarFeed =>
  createBarFeed({
    load: (size) => loadBars(symbol, interval, size),
    follow: (listener) => stream.subscribe(`${symbol}_${interval}`, listener),
    onResume: (listener) => stream.onResume(listener),
    nowMs: Date.now,
  });
