/** A bar as it is kept in memory: nine floats in a row, so that hundreds of thousands of them are a few megabytes. */
const BAR = { open: 0, high: 1, low: 2, close: 3, amount: 4, vol: 5, count: 6, firstMs: 7, lastMs: 8 } as const;
const WIDTH = 9;
const SMALLEST = 64;

/** Bars in a row, the newest last; grows at both ends and forgets at the old one. */
export class BarTable {
  #cells = new Float64Array(SMALLEST * WIDTH);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get(at: number, field: keyof typeof BAR): number {
    return this.#cells[at * WIDTH + BAR[field]] as number;
  }

  set(at: number, field: keyof typeof BAR, value: number): void {
    this.#cells[at * WIDTH + BAR[field]] = value;
  }

  /** Adds a bar in which nothing was traded, after the newest. */
  pushFlat(price: number, startMs: number): void {
    if ((this.#length + 1) * WIDTH > this.#cells.length) this.#grow(this.#length + 1, 0);
    this.#length += 1;
    this.flatten(this.#length - 1, price, startMs);
  }

  /** Makes room for `count` bars before the oldest; each is to be set flat by {@link flatten}. */
  prepend(count: number): void {
    this.#grow(this.#length + count, count);
    this.#length += count;
  }

  /** Forgets all but the newest `keep`. */
  trim(keep: number): void {
    this.#cells.copyWithin(0, (this.#length - keep) * WIDTH, this.#length * WIDTH);
    this.#length = keep;
  }

  /** Makes a bar one in which nothing was traded. */
  flatten(at: number, price: number, startMs: number): void {
    this.#cells.set([price, price, price, price, 0, 0, 0, startMs, startMs], at * WIDTH);
  }

  #grow(needed: number, before: number): void {
    const old = this.#cells;
    this.#cells = new Float64Array(Math.ceil(needed * 1.5) * WIDTH);
    this.#cells.set(old.subarray(0, this.#length * WIDTH), before * WIDTH);
  }
}
