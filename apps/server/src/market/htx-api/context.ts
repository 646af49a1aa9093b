import type { Clock } from '../../platform/clock.ts';
import type { LiveData } from '../live-data.ts';
import type { AnswerCache } from '../answer-cache.ts';
import type { RecentTrades } from '../recent-trades.ts';
import type { Market } from '../types.ts';

export interface HtxContext {
  readonly data: LiveData;
  readonly ready: AnswerCache;
  readonly clock: Clock;
  readonly trades: RecentTrades;
}

/** The time of an answer: when the market last changed. */
export const changedMs = ({ data, clock }: HtxContext, market: Market): number =>
  data.lastTick(market.id)?.receiveTimeMs ?? clock.nowMs();

/** Rises with the market's candles and each minute, which adds a bar. */
export const candleVersion = ({ data, clock }: HtxContext, market: Market): number =>
  (data.live(market.id)?.candles.version ?? 0) + Math.floor(clock.nowMs() / 60_000) * 1e6;

/** Changes with the market's book, also when it is no longer fresh. */
export const bookVersion = ({ data }: HtxContext, market: Market): number => data.book(market.id)?.seq ?? 0;
