/** What a plan is of: the call that places it, and its fields. */
export interface Planned {
  readonly call: string;
  readonly fields: Readonly<Record<string, string>>;
}
interface Kept extends Planned {
  placing?: Promise<unknown>;
}

const MAX_KEPT = 500;

/** Plans of this process, by their ids. The exchange decides whether one still holds. */
export class KeptPlans {
  readonly #kept = new Map<string, Kept>();

  /** Keeps what a plan is of; the oldest are forgotten. */
  keep(plan: string, planned: Planned): void {
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(plan, { ...planned });
  }

  /**
   * Places a plan once, however often it is asked for; undefined of one that is not kept. Where no answer came it may be
   * asked again: the plan's id is its idempotency key.
   */
  place(plan: string, place: (planned: Planned) => Promise<unknown>): Promise<unknown> | undefined {
    const kept = this.#kept.get(plan);
    if (!kept) return undefined;
    kept.placing ??= place(kept).catch((error: unknown) => {
      delete kept.placing;
      throw error;
    });
    return kept.placing;
  }
}
