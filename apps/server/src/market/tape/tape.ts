import type { Tick } from '../types.ts';

/** The chained record of accepted ticks (RULES 2; docs/TAPE.md). */
export interface Tape {
  /**
   * Resolves once this tick is committed; writes are shared. Later ticks are never earlier on the tape than the call,
   * even when the clock is set back. Rejects too when the database is unavailable; the tick is retried anyway.
   * @throws TickNotKept when it never will be: another process continued without it.
   */
  kept(tick: Tick): Promise<void>;
  /**
   * Writes everything received and marks every market's tape complete up to now. Rejects when the database is
   * unavailable.
   */
  complete(): Promise<void>;
}

/** The tick will never be on the tape; what refers to it must not continue. */
export class TickNotKept extends Error {
  constructor({ marketId, seq }: Pick<Tick, 'marketId' | 'seq'>) {
    super(`tick ${seq} of market ${marketId} is not on the tape: another process went on without it`);
  }
}
