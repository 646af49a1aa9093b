import type { Book, MarketMark, Tick } from './types.ts';

/**
 * True while the last one is at most `freshSeconds` old (RULES 2). A receive time ahead of now means that the clock
 * was set back: its age is unknown, and beyond the limit it is not fresh.
 */
export const isFreshAt = (
  last: Pick<Tick | Book, 'receiveTimeMs'> | undefined,
  nowMs: number,
  freshSeconds: number,
): boolean => last !== undefined && Math.abs(nowMs - last.receiveTimeMs) <= freshSeconds * 1000;

/** True while a mark is at most `freshSeconds` old, with {@link isFreshAt}'s rule for a clock that was set back. */
export const isMarkFreshAt = ({ timeMs }: Pick<MarketMark, 'timeMs'>, nowMs: number, freshSeconds: number): boolean =>
  Math.abs(nowMs - timeMs) <= freshSeconds * 1000;
