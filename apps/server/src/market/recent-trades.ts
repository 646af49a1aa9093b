import type { LiveData } from './live-data.ts';
import type { Tick } from './types.ts';

/** The taker's side: `buy` at the ask, `sell` at the bid. */
export type Direction = 'buy' | 'sell';

export interface Trade {
  readonly tick: Tick;
  readonly direction: Direction;
}

/** Trades kept of each market: HTX's maximum answer. */
export const TRADES_KEPT = 2_000;

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
      (_, back) => this.#trades[(this.#next - 1 - back + TRADES_KEPT) % TRADES_KEPT],
    ).filter((trade) => trade !== undefined);
  }
}

/**
 * The last trades of every market since the start. Feeds do not name the taker's side: above the mid of the book
 * before is a buy, below it a sell. At the mid, or without a fresh book, a price above the last is a buy, below it a
 * sell, an equal one repeats the last side; the first is a buy.
 */
export class RecentTrades {
  readonly #data: Pick<LiveData, 'book'>;
  readonly #rings = new Map<string, Ring>();

  /** Subscribes. Create it before what publishes trades: listeners are called in order. */
  constructor(data: Pick<LiveData, 'book' | 'onTick'>) {
    this.#data = data;
    data.onTick((tick) => this.#add(tick));
  }

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
    // Both sides doubled, so that nothing is rounded.
    const difference = price * 2n - (bid.price + ask.price);
    return difference === 0n ? undefined : difference > 0n ? 'buy' : 'sell';
  }
}

function byTickRule(tick: Tick, last: Trade | undefined): Direction {
  if (!last || tick.price > last.tick.price) return 'buy';
  return tick.price < last.tick.price ? 'sell' : last.direction;
}
