import type { Strand } from './strand.ts';

/**
 * A random walk whose height does not depend on earlier calls: Brownian motion in trading time, with an anchor every
 * 2²³ seconds (97 days). Between known points the middle is drawn from their bridge, and the trading time is split
 * unevenly between the halves; the product of splits gives quiet and busy stretches at every scale, and fat tails.
 */
const ANCHOR_MS = 2 ** 23 * 1000;
const DEPTH = 27;
/** Unevenness of a split: standard deviation of the log odds. */
const UNEVENNESS = 0.42;
/** Part of an anchor's height that remains at the next, which keeps the walk near its base. */
const MEMORY = 0.3;
const REMEMBERED = 24;
/** Depth whose share of trading time measures activity: stretches of 512 seconds. */
const BUSY_DEPTH = 14;

export class BridgePath {
  readonly #strand: Strand;
  readonly #variance: number;
  readonly #lengths = Float64Array.from({ length: DEPTH + 1 }, (_, depth) => ANCHOR_MS / 2 ** depth);
  // The path from an anchor down to the last moment; the next moment changes only its end.
  readonly #index = new Float64Array(DEPTH + 1).fill(Number.NaN);
  readonly #left = new Float64Array(DEPTH + 1);
  readonly #right = new Float64Array(DEPTH + 1);
  readonly #budget = new Float64Array(DEPTH + 1);

  /** `yearlyVolatility`: standard deviation of a year's log return. */
  constructor(strand: Strand, yearlyVolatility: number) {
    this.#strand = strand;
    this.#variance = (yearlyVolatility ** 2 * ANCHOR_MS) / (365.25 * 86_400_000);
  }

  /**
   * Height (of the log price) at a moment. Stretches up to `finestMs` count as straight, which is cheaper; 0 is exact.
   */
  at(ms: number, finestMs = 0): number {
    let end = DEPTH;
    while (end > BUSY_DEPTH && at(this.#lengths, end - 1) <= finestMs) end -= 1;
    // A coarser call in between may have changed the upper part of the path.
    let depth = this.#index[BUSY_DEPTH] === Math.floor(ms / at(this.#lengths, BUSY_DEPTH)) ? end : BUSY_DEPTH - 1;
    while (depth >= 0 && this.#index[depth] !== Math.floor(ms / at(this.#lengths, depth))) depth -= 1;
    if (depth < 0) {
      this.#toAnchor(Math.floor(ms / ANCHOR_MS));
      depth = 0;
    }
    for (; depth < end; depth += 1) this.#descend(depth, Math.floor(ms / at(this.#lengths, depth + 1)));
    const left = at(this.#left, end);
    const within = ms / at(this.#lengths, end) - at(this.#index, end);
    return left + (at(this.#right, end) - left) * within;
  }

  /** Activity around the last moment asked for: usually 1, more in busy stretches. */
  busyness(): number {
    const usual = this.#variance / 2 ** BUSY_DEPTH;
    return Math.sqrt(at(this.#budget, BUSY_DEPTH) / usual);
  }

  #toAnchor(anchor: number): void {
    this.#index[0] = anchor;
    this.#left[0] = this.#anchorHeight(anchor);
    this.#right[0] = this.#anchorHeight(anchor + 1);
    this.#budget[0] = this.#variance * Math.exp(0.4 * this.#strand.normal(-2, anchor) - 0.08);
  }

  #anchorHeight(anchor: number): number {
    // With this spread, neighbours differ by the variance of the bridge between them.
    const spread = Math.sqrt((this.#variance * (1 + MEMORY)) / 2);
    let height = 0;
    for (let back = REMEMBERED; back >= 0; back -= 1) height = height * MEMORY + this.#strand.normal(-1, anchor - back);
    return height * spread;
  }

  #descend(depth: number, child: number): void {
    const left = at(this.#left, depth);
    const right = at(this.#right, depth);
    const budget = at(this.#budget, depth);
    const node = at(this.#index, depth);
    const strand = this.#strand;
    strand.words(depth, node);
    // The sum of three uniform draws of 21 bits, from two words, is normal enough and cheap.
    const odds =
      UNEVENNESS *
      2 *
      (part(strand.w0 >>> 11) + part(strand.w1 >>> 11) + part(((strand.w0 & 0x7ff) << 10) | (strand.w1 & 0x3ff)));
    const share = 1 / (1 + Math.exp(odds));
    const middle = left + (right - left) * share + Math.sqrt(budget * share * (1 - share)) * strand.lastNormal();
    const second = child !== node * 2;
    this.#index[depth + 1] = child;
    this.#left[depth + 1] = second ? middle : left;
    this.#right[depth + 1] = second ? right : middle;
    this.#budget[depth + 1] = budget * (second ? 1 - share : share);
  }
}

/** 21 bits as a number from −½ to ½. */
const part = (bits: number): number => (bits + 0.5) / 2 ** 21 - 0.5;

const at = (cells: Float64Array, index: number): number => cells[index] ?? Number.NaN;
