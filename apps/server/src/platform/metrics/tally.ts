/** Counts by outcome since the process began, for `/metrics`: one addition each, whether or not anybody reads them. */
export class Tally {
  readonly #counts: Record<string, number>;

  /** @param outcomes those that are shown as 0 before the first */
  constructor(outcomes: readonly string[]) {
    this.#counts = Object.fromEntries(outcomes.map((outcome) => [outcome, 0]));
  }

  count(outcome: string): void {
    this.#counts[outcome] = (this.#counts[outcome] ?? 0) + 1;
  }

  read(): Readonly<Record<string, number>> {
    return this.#counts;
  }
}
