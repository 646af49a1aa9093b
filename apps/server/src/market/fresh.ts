import type { Book, MarketMark, Tick } from './types.ts';

/**
 * True while the last one is at most `freshSeconds` old (RULES 2), or as much in the future: further ahead the clock
 * was set back and its age is unknown.
 */
export const isFreshAt = (
  last: Pick<Tick | Book, 'receiveTimeMs'> | undefined,
  nowMs: number,
  freshSeconds: number,
): boolean => last !== undefined && Math.abs(nowMs - last.receiveTimeMs) <= freshSeconds * 1000;

/** {@link isFreshAt} of a mark. */
export const isMarkFreshAt = ({ timeMs }: Pick<MarketMark, 'timeMs'>, nowMs: number, freshSeconds: number): boolean =>
  Math.abs(nowMs - timeMs) <= freshSeconds * 1000;
