/** How values that a slice observes are spread, for `/metrics`: a histogram of Prometheus. */
export class Distribution {
  /** `plimsoll_…`, its unit last. */
  readonly name: string;
  readonly help: string;
  /** Upper bounds, in the unit that the name says. */
  readonly buckets: readonly number[];
  readonly #listeners: ((value: number) => void)[] = [];

  constructor({ name, help, buckets }: Pick<Distribution, 'name' | 'help' | 'buckets'>) {
    this.name = name;
    this.help = help;
    this.buckets = buckets;
  }

  /** A value, in the unit that the name says. Nothing is kept where nobody listens. */
  observe(value: number): void {
    for (const listener of this.#listeners) listener(value);
  }

  /** Hears every value from now on. */
  listen(listener: (value: number) => void): void {
    this.#listeners.push(listener);
  }
}
