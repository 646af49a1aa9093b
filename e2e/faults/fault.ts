import type { Ground, GroundNeeds } from './ground/ground.ts';

export interface Measure {
  readonly times: number;
  /** Part of every test run: what takes minutes is left out, and reported as left out. */
  readonly isShort: boolean;
}

/** A failure in a server's environment, caused on purpose. */
export interface Fault {
  readonly name: string;
  readonly does: string;
  /** Strikes of a full run, and of the test run; 0 for none. */
  readonly times: { readonly full: number; readonly short: number };
  readonly needs: GroundNeeds;
  /** Answers of 500 and above are expected while it strikes. */
  readonly mayFail?: boolean;
  /** Why it cannot run here; undefined when it can. */
  readonly whyNot?: () => string | undefined;
  /**
   * Strikes while members trade, and checks what only this fault knows. @returns a line for each thing done; failures
   * are added to the ground's doubts.
   */
  strike(ground: Ground, measure: Measure): Promise<readonly string[]>;
}
