/** Cells of a bar: hundreds of thousands of bars take a few megabytes. */
const BAR = { open: 0, high: 1, low: 2, close: 3, amount: 4, vol: 5, count: 6, firstMs: 7, lastMs: 8 } as const;
const WIDTH = 9;
const SMALLEST = 64;

/** Bars in a row, the newest last; grows at both ends, trimmed at the old one. */
export class BarTable {
  #cells = new Float64Array(SMALLEST * WIDTH);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get(at: number, field: keyof typeof BAR): number {
    return this.#cells[at * WIDTH + BAR[field]] ?? Number.NaN;
  }

  set(at: number, field: keyof typeof BAR, value: number): void {
    this.#cells[at * WIDTH + BAR[field]] = value;
  }

  /** Adds an empty bar after the newest. */
  pushFlat(price: number, startMs: number): void {
    if ((this.#length + 1) * WIDTH > this.#cells.length) this.#grow(this.#length + 1, 0);
    this.#length += 1;
    this.flatten(this.#length - 1, price, startMs);
  }

  /** Adds room for `count` bars before the oldest, each to be set by {@link flatten}. */
  prepend(count: number): void {
    this.#grow(this.#length + count, count);
    this.#length += count;
  }

  trim(keep: number): void {
    this.#cells.copyWithin(0, (this.#length - keep) * WIDTH, this.#length * WIDTH);
    this.#length = keep;
  }

  flatten(at: number, price: number, startMs: number): void {
    this.#cells.set([price, price, price, price, 0, 0, 0, startMs, startMs], at * WIDTH);
  }

  #grow(needed: number, before: number): void {
    const old = this.#cells;
    this.#cells = new Float64Array(Math.ceil(needed * 1.5) * WIDTH);
    this.#cells.set(old.subarray(0, this.#length * WIDTH), before * WIDTH);
  }
}
