import type { LiveData } from './live-data.ts';
import type { Tick } from './types.ts';

/** Which side took: `buy` at the ask, `sell` at the bid. */
export type Direction = 'buy' | 'sell';

/** A trade as it is shown to whoever asks for the last ones. */
export interface Trade {
  readonly tick: Tick;
  readonly direction: Direction;
}

/** Trades kept of each market: HTX answers 2000 at most. */
export const TRADES_KEPT = 2_000;

/** The newest trades of one market in a ring. */
class Ring {
  readonly #trades: Trade[] = [];
  #next = 0;
  last: Trade | undefined;

  add(trade: Trade): void {
    this.#trades[this.#next] = trade;
    this.#next = (this.#next + 1) % TRADES_KEPT;
    this.last = trade;
  }

  newest(size: number): Trade[] {
    const count = Math.min(size, this.#trades.length);
    return Array.from(
      { length: count },
      (_, back) => this.#trades[(this.#next - 1 - back + TRADES_KEPT) % TRADES_KEPT] as Trade,
    );
  }
}

/**
 * The last trades of every market since the server started, in memory. Feeds do not say who took, so it is told from
 * the book before the trade: above its mid someone bought, below it someone sold. At the mid, or without a fresh book,
 * the tick rule says it: a higher price than the last is a buy, a lower one a sell, the same one what the last was; the
 * first is a buy.
 */
export class RecentTrades {
  readonly #data: Pick<LiveData, 'book'>;
  readonly #rings = new Map<string, Ring>();

  /**
   * Listens from now on. To be made before what tells trades to others: listeners are called in the order they came.
   */
  constructor(data: Pick<LiveData, 'book' | 'onTick'>) {
    this.#data = data;
    data.onTick((tick) => this.#add(tick));
  }

  /** Newest first, at most `size`. */
  newest(marketId: string, size: number): readonly Trade[] {
    return this.#rings.get(marketId)?.newest(size) ?? [];
  }

  last(marketId: string): Trade | undefined {
    return this.#rings.get(marketId)?.last;
  }

  #add(tick: Tick): void {
    const ring = this.#rings.get(tick.marketId) ?? new Ring();
    this.#rings.set(tick.marketId, ring);
    ring.add({ tick, direction: this.#besideMid(tick) ?? byTickRule(tick, ring.last) });
  }

  #besideMid({ marketId, price }: Tick): Direction | undefined {
    const book = this.#data.book(marketId);
    const bid = book?.bids[0];
    const ask = book?.asks[0];
    if (!bid || !ask) return undefined;
    // Twice the price against twice the mid: nothing is divided, nothing rounded.
    const difference = price * 2n - (bid.price + ask.price);
    return difference === 0n ? undefined : difference > 0n ? 'buy' : 'sell';
  }
}

function byTickRule(tick: Tick, last: Trade | undefined): Direction {
  if (!last || tick.price > last.tick.price) return 'buy';
  return tick.price < last.tick.price ? 'sell' : last.direction;
}
