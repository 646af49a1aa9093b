/** One run for many callers: items that arrive during it make the next group. */
export class Grouped<Item, Outcome> {
  readonly #run: (items: readonly Item[]) => Promise<readonly Outcome[]>;
  #waiting: { item: Item; resolve: (outcome: Outcome) => void; reject: (error: unknown) => void }[] = [];
  #busy = false;

  /** `run` answers an outcome an item, in order; when it throws, every caller gets the error. */
  constructor(run: (items: readonly Item[]) => Promise<readonly Outcome[]>) {
    this.#run = run;
  }

  do(item: Item): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#busy) return;
      this.#busy = true;
      setImmediate(() => void this.#work());
    });
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      try {
        const outcomes = await this.#run(group.map(({ item }) => item));
        if (outcomes.length !== group.length) throw new Error(`${outcomes.length} outcomes of ${group.length} items`);
        outcomes.forEach((outcome, place) => group[place]?.resolve(outcome));
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#busy = false;
  }
}
