import type { Book, MarketMark, Tick } from './types.ts';

/**
 * True while what was last received is at most `freshSeconds` old (RULES 2). A receive time ahead of now by more than
 * that means the clock was set back: how old it is cannot be told, so it is not fresh either.
 */
export const isFreshAt = (
  last: Pick<Tick | Book, 'receiveTimeMs'> | undefined,
  nowMs: number,
  freshSeconds: number,
): boolean => last !== undefined && Math.abs(nowMs - last.receiveTimeMs) <= freshSeconds * 1000;

/** True while a mark was made at most `freshSeconds` ago; across a clock that was set back as {@link isFreshAt}. */
export const isMarkFreshAt = ({ timeMs }: Pick<MarketMark, 'timeMs'>, nowMs: number, freshSeconds: number): boolean =>
  Math.abs(nowMs - timeMs) <= freshSeconds * 1000;
