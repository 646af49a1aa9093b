import type { RawBook } from '../../apps/server/src/market/feeds/feed.ts';
import { exactPrice, exactSize } from '../../apps/server/src/market/exact.ts';
import type { Level, Market } from '../../apps/server/src/market/index.ts';
import type { Price } from '@plimsoll/money';

export interface Moment {
  readonly ms: number;
  readonly price: number;
  readonly book: RawBook;
}

export interface ExactBook {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** Levels that count when a strategy compares the sides. */
const WEIGHED = 5;

/** Prices and sizes of one side in turn, compact because a track holds thousands. */
const flat = (levels: RawBook['bids']): Float64Array => Float64Array.from(levels.flat());
function exact(side: Float64Array = new Float64Array()): Level[] {
  const levels: Level[] = [];
  for (let at = 0; at < side.length; at += 2) {
    const [price, size] = [exactPrice(side[at] ?? Number.NaN), exactSize(side[at + 1] ?? Number.NaN)];
    if (price !== undefined && size !== undefined && size > 0n) levels.push({ price, size });
  }
  return levels;
}
const depthOf = (levels: RawBook['bids']): number =>
  levels.slice(0, WEIGHED).reduce((sum, [price, size]) => sum + price * size, 0);

/** The tape of a market over a stretch of time, with its book after each trade. */
export class Track {
  readonly market: Market;
  /** True of candles: nothing is known between two moments. */
  readonly isCoarse: boolean;
  readonly #times: number[] = [];
  readonly #last: number[] = [];
  readonly #prices: Price[] = [];
  readonly #mids: number[] = [];
  readonly #bidDepths: number[] = [];
  readonly #askDepths: number[] = [];
  readonly #bids: Float64Array[] = [];
  readonly #asks: Float64Array[] = [];

  constructor(market: Market, moments: Iterable<Moment>, { isCoarse = false } = {}) {
    this.market = market;
    this.isCoarse = isCoarse;
    for (const { ms, price, book } of moments) {
      const at = exactPrice(price);
      const [bid, ask] = [book.bids[0]?.[0], book.asks[0]?.[0]];
      if (at === undefined || bid === undefined || ask === undefined) continue;
      this.#times.push(ms);
      this.#last.push(price);
      this.#prices.push(at);
      this.#mids.push((bid + ask) / 2);
      this.#bidDepths.push(depthOf(book.bids));
      this.#askDepths.push(depthOf(book.asks));
      this.#bids.push(flat(book.bids));
      this.#asks.push(flat(book.asks));
    }
  }

  get length(): number {
    return this.#times.length;
  }
  timeAt(index: number): number {
    return this.#times[index] ?? Number.NaN;
  }
  /** The last trade's price, as a float and exact. */
  lastAt(index: number): number {
    return this.#last[index] ?? Number.NaN;
  }
  priceAt(index: number): Price {
    const price = this.#prices[index];
    if (price === undefined) throw new RangeError(`the track has no moment ${index}`);
    return price;
  }
  midAt(index: number): number {
    return this.#mids[index] ?? Number.NaN;
  }
  /** Worth of the best levels of each side, in quote. */
  depthAt(index: number): { readonly bids: number; readonly asks: number } {
    return { bids: this.#bidDepths[index] ?? 0, asks: this.#askDepths[index] ?? 0 };
  }
  bookAt(index: number): ExactBook {
    return { bids: exact(this.#bids[index]), asks: exact(this.#asks[index]) };
  }

  /** Index of the last moment at or before `ms`; −1 before the first. */
  indexAt(ms: number): number {
    let [low, high] = [-1, this.#times.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.timeAt(middle) <= ms) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
