import { amountOfUnits, share, type Price } from '@plimsoll/money';
import { exactPrice, exactSize } from './exact.ts';
import type { RawTick } from './feeds/feed.ts';
import type { Market, Tick } from './types.ts';

/** Why a tick or a book is not used (RULES 2). */
export type Quarantine = 'not_positive' | 'older' | 'jump' | 'crossed' | 'no_tick' | 'unknown_market';

/** End of the year 9999: a later time cannot be stored. */
const LAST_MOMENT_MS = 253_402_300_799_999;

/** Consecutive ticks that confirm a jump. */
export const CONFIRMING_TICKS = 10;

/** Whether a second source confirms a market's price. */
export type SecondSource = (market: Market, price: Price) => boolean;

/** True when `price` lies further from `from` than the fraction the market allows. */
export function isJump(market: Market, from: Price, price: Price): boolean {
  const distance = price > from ? price - from : from - price;
  return distance > share(amountOfUnits(from), market.maxJump, 'down');
}

/** Decides which ticks of one market are used, and numbers them. */
export class TickGate {
  #last: { readonly price: Price; readonly sourceTimeMs: number } | undefined;
  #lastSeq = 0;
  /** Consecutive ticks beyond the allowed distance that agree with one another. */
  #run: { readonly price: Price; readonly count: number } | undefined;
  readonly #agrees: SecondSource;

  constructor(secondSource: SecondSource = () => false) {
    this.#agrees = secondSource;
  }

  /** Continues after a stored tick; of another run only its number counts. */
  resume(tick: Pick<Tick, 'seq' | 'price' | 'sourceTimeMs'>, sameRun: boolean): void {
    this.#lastSeq = Math.max(this.#lastSeq, tick.seq);
    if (sameRun) this.#last = tick;
  }

  judge(market: Market, raw: RawTick, receiveTimeMs: number): Tick | Quarantine {
    const price = exactPrice(raw.price);
    const size = exactSize(raw.size);
    if (price === undefined || size === undefined || !(raw.sourceTimeMs >= 0 && raw.sourceTimeMs <= LAST_MOMENT_MS))
      return 'not_positive';
    if (this.#last && raw.sourceTimeMs < this.#last.sourceTimeMs) return 'older';
    if (this.#last && isJump(market, this.#last.price, price) && !this.#confirmed(market, price)) return 'jump';
    this.#run = undefined;
    this.#last = { price, sourceTimeMs: raw.sourceTimeMs };
    this.#lastSeq = Math.max(this.#lastSeq + 1, Math.floor(raw.seq ?? receiveTimeMs));
    const { sourceTimeMs, source } = raw;
    return {
      marketId: market.id,
      seq: this.#lastSeq,
      sourceTimeMs,
      receiveTimeMs,
      price,
      size,
      ...(source === undefined ? {} : { source }),
    };
  }

  #confirmed(market: Market, price: Price): boolean {
    if (this.#agrees(market, price)) return true;
    const agreeing = this.#run && !isJump(market, this.#run.price, price) ? this.#run.count + 1 : 1;
    this.#run = { price, count: agreeing };
    return agreeing >= CONFIRMING_TICKS;
  }
}
