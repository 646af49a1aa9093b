import type { Tick } from '../types.ts';

/** Where every accepted tick is kept, chained (RULES 2; docs/TAPE.md). */
export interface Tape {
  /**
   * Resolves once this tick stands on the tape, committed; at once when it does already. Asks for a write, shared by
   * all who ask meanwhile. Ticks received after the call are never earlier on the tape than the call, also when the
   * clock is set back.
   * @throws TickNotKept when it never will: another process went on without it. Rejects too when the database cannot be
   *   reached; the tick is tried again all the same.
   */
  kept(tick: Tick): Promise<void>;
  /**
   * Puts everything received so far on the tape, and marks it whole up to now, in every market: what comes later is
   * later on it. Rejects when the database cannot be reached.
   */
  complete(): Promise<void>;
}

/** Thrown when a tick does not stand on the tape and never will: what was to name it must not go on. */
export class TickNotKept extends Error {
  constructor({ marketId, seq }: Pick<Tick, 'marketId' | 'seq'>) {
    super(`tick ${seq} of market ${marketId} is not on the tape: another process went on without it`);
  }
}
