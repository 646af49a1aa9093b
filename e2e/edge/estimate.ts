export interface Expectation {
  readonly decisions: number;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** 99 % quantile of the normal distribution, two-sided. */
const Z = 2.5758;

/** The same of Student's t, by its expansion about the normal. */
function students(freedom: number): number {
  const n = Math.max(1, freedom);
  return Z + (Z ** 3 + Z) / (4 * n) + (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / (96 * n ** 2);
}

/**
 * Mean of results in blocks of time: options that overlap end alike, so single decisions would make the interval too
 * narrow.
 */
export class Estimate {
  readonly #blocks = new Map<string, { sum: number; count: number }>();

  add(block: string, profit: number): void {
    const kept = this.#blocks.get(block) ?? { sum: 0, count: 0 };
    kept.sum += profit;
    kept.count += 1;
    this.#blocks.set(block, kept);
  }

  /** The mean of all results; the interval is unbounded with fewer than three blocks. */
  get expectation(): Expectation {
    const blocks = [...this.#blocks.values()];
    const decisions = blocks.reduce((sum, { count }) => sum + count, 0);
    const mean = blocks.reduce((total, { sum }) => total + sum, 0) / Math.max(1, decisions);
    const count = blocks.length;
    if (count < 3) return { decisions, mean, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
    const squares = blocks.reduce((total, { sum, count: size }) => total + (sum - mean * size) ** 2, 0);
    const wide = (students(count - 1) * Math.sqrt((squares * count) / (count - 1))) / decisions;
    return { decisions, mean, low: mean - wide, high: mean + wide };
  }
}
