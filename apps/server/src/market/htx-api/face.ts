import type { Clock } from '../../platform/clock.ts';
import type { LiveData } from '../live-data.ts';
import type { ReadyMade } from '../ready-made.ts';
import type { RecentTrades } from '../recent-trades.ts';
import type { Market } from '../types.ts';

/** What HTX's paths are answered from. */
export interface HtxFace {
  readonly data: LiveData;
  readonly ready: ReadyMade;
  readonly clock: Clock;
  readonly trades: RecentTrades;
}

/** When a market last changed: the time an answer names. */
export const changedMs = ({ data, clock }: HtxFace, market: Market): number =>
  data.lastTick(market.id)?.receiveTimeMs ?? clock.nowMs();

/** Rises with the market's candles and at each new minute, when a quiet market gets a flat bar. */
export const candleVersion = ({ data, clock }: HtxFace, market: Market): number =>
  (data.live(market.id)?.candles.version ?? 0) + Math.floor(clock.nowMs() / 60_000) * 1e6;

/** Changes with the market's book, also when it becomes too old to trade on. */
export const bookVersion = ({ data }: HtxFace, market: Market): number => data.book(market.id)?.seq ?? 0;
