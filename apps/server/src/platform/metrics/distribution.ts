/** A histogram of values for `/metrics`. */
export class Distribution {
  /** `plimsoll_…`, its unit last. */
  readonly name: string;
  readonly help: string;
  /** Upper bounds, in the name's unit. */
  readonly buckets: readonly number[];
  readonly #listeners: ((value: number) => void)[] = [];

  constructor({ name, help, buckets }: Pick<Distribution, 'name' | 'help' | 'buckets'>) {
    this.name = name;
    this.help = help;
    this.buckets = buckets;
  }

  /** In the name's unit; nothing where no metrics are served. */
  observe(value: number): void {
    for (const listener of this.#listeners) listener(value);
  }

  /** Calls `listener` with every value from now on. */
  listen(listener: (value: number) => void): void {
    this.#listeners.push(listener);
  }
}
