import type { Ground, GroundNeeds } from './ground/ground.ts';

/** How much of a fault a run is to have. */
export interface Measure {
  readonly times: number;
  /** With every test run: what takes minutes is left out, and said to be. */
  readonly isShort: boolean;
}

/** One thing that can go wrong around a server, brought about on purpose. */
export interface Fault {
  /** Its name on the command line. */
  readonly name: string;
  /** What it does, in a sentence. */
  readonly does: string;
  /** How often it strikes in a full run, and in the test run; 0 for not at all. */
  readonly times: { readonly full: number; readonly short: number };
  readonly needs: GroundNeeds;
  /** Answers of 500 and more are expected while it strikes: nothing can be said while the database is away. */
  readonly mayFail?: boolean;
  /** Why it cannot be run here; undefined when it can. */
  readonly whyNot?: () => string | undefined;
  /**
   * Strikes while members trade, and looks at what only it can know.
   * @returns what was done, a line each; what is wrong goes to the ground as doubts.
   */
  strike(ground: Ground, measure: Measure): Promise<readonly string[]>;
}
