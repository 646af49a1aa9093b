import type { Book, Tick } from './types.ts';

/**
 * True while what was last received is at most `freshSeconds` old (rules 2). A receive time ahead of now by more than that
 * means the clock was set back: how old it is cannot be told, so it is not fresh either.
 */
export const isFreshAt = (last: Pick<Tick | Book, 'receiveTimeMs'> | undefined, nowMs: number, freshSeconds: number): boolean =>
  last !== undefined && Math.abs(nowMs - last.receiveTimeMs) <= freshSeconds * 1000;
