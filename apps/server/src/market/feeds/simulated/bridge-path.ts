import type { Strand } from './strand.ts';

/**
 * A random walk that can be asked for its height at any moment, the same whatever was asked before: Brownian motion in
 * a trading time of its own. Anchors stand every 2²³ seconds (97 days). Between two known points the middle is drawn
 * from the bridge that joins them, and the trading time left to spend is split unevenly between the halves; as the
 * uneven splits multiply, quiet and busy stretches appear at every scale, and with them fat tails.
 */
const ANCHOR_MS = 2 ** 23 * 1000;
/** Halvings below an anchor: the finest stretch is 62.5 ms, straight inside. */
const DEPTH = 27;
/** How uneven a split is: spread of the log odds. */
const UNEVENNESS = 0.42;
/** How much of an anchor's height remains at the next: keeps the walk near its base over decades. */
const MEMORY = 0.3;
const REMEMBERED = 24;
/** Depth whose share of trading time tells how busy the moment is: stretches of 512 seconds. */
const BUSY_DEPTH = 14;

export class BridgePath {
  readonly #strand: Strand;
  /** Variance of the walk between two anchors. */
  readonly #variance: number;
  readonly #lengths = Float64Array.from({ length: DEPTH + 1 }, (_, depth) => ANCHOR_MS / 2 ** depth);
  // The path from an anchor down to the last moment asked for: asking for the next moment redoes only the lowest few.
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
   * Height (of the log price) at a moment. `finestMs`: stretches no longer than this are taken as straight, which is
   * cheaper for who looks at years; 0 looks as closely as it goes.
   */
  at(ms: number, finestMs = 0): number {
    let end = DEPTH;
    while (end > BUSY_DEPTH && (this.#lengths[end - 1] as number) <= finestMs) end -= 1;
    // A coarser question in between may have moved the upper part of the path away from the lower.
    let depth =
      this.#index[BUSY_DEPTH] === Math.floor(ms / (this.#lengths[BUSY_DEPTH] as number)) ? end : BUSY_DEPTH - 1;
    while (depth >= 0 && this.#index[depth] !== Math.floor(ms / (this.#lengths[depth] as number))) depth -= 1;
    if (depth < 0) {
      this.#toAnchor(Math.floor(ms / ANCHOR_MS));
      depth = 0;
    }
    for (; depth < end; depth += 1) this.#descend(depth, Math.floor(ms / (this.#lengths[depth + 1] as number)));
    const left = this.#left[end] as number;
    const within = ms / (this.#lengths[end] as number) - (this.#index[end] as number);
    return left + ((this.#right[end] as number) - left) * within;
  }

  /** How much is going on around the moment last asked for: 1 usually, more in busy stretches. */
  busyness(): number {
    const usual = this.#variance / 2 ** BUSY_DEPTH;
    return Math.sqrt((this.#budget[BUSY_DEPTH] as number) / usual);
  }

  #toAnchor(anchor: number): void {
    this.#index[0] = anchor;
    this.#left[0] = this.#anchorHeight(anchor);
    this.#right[0] = this.#anchorHeight(anchor + 1);
    this.#budget[0] = this.#variance * Math.exp(0.4 * this.#strand.normal(-2, anchor) - 0.08);
  }

  #anchorHeight(anchor: number): number {
    // With this spread, two neighbours differ by the variance that the bridge between them has to spend.
    const spread = Math.sqrt((this.#variance * (1 + MEMORY)) / 2);
    let height = 0;
    for (let back = REMEMBERED; back >= 0; back -= 1) height = height * MEMORY + this.#strand.normal(-1, anchor - back);
    return height * spread;
  }

  #descend(depth: number, child: number): void {
    const left = this.#left[depth] as number;
    const right = this.#right[depth] as number;
    const budget = this.#budget[depth] as number;
    const node = this.#index[depth] as number;
    const strand = this.#strand;
    strand.words(depth, node);
    // Three uniform draws summed are normal enough for a split, and cheaper: of two words, 21 bits each.
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
