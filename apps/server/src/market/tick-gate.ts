import { share, type Amount, type Price } from '@plimsoll/money';
import { exactPrice, exactSize } from './exact.ts';
import type { RawTick } from './feeds/feed.ts';
import type { Market, Tick } from './types.ts';

/** Why something a feed said is not used (RULES 2). */
export type Quarantine = 'not_positive' | 'older' | 'jump' | 'crossed' | 'no_tick' | 'unknown_market';

/** End of the year 9999: a later source time could be neither kept nor written. */
const LAST_MOMENT_MS = 253_402_300_799_999;

/** Consecutive ticks that make a jump believable. */
export const CONFIRMING_TICKS = 10;

/** Asks a second source whether a market really is at this price; true agrees. */
export type SecondSource = (market: Market, price: Price) => boolean;

/** True when `price` lies further from `from` than the fraction the market allows. */
export function isJump(market: Market, from: Price, price: Price): boolean {
  const distance = price > from ? price - from : from - price;
  return distance > share(from as bigint as Amount, market.maxJump, 'down');
}

/** Decides of each tick of one market whether it is used, and names it. */
export class TickGate {
  #last: { readonly price: Price; readonly sourceTimeMs: number } | undefined;
  #lastSeq = 0;
  /** Ticks beyond the allowed distance that agree with one another, none in between. */
  #run: { readonly price: Price; readonly count: number } | undefined;
  readonly #agrees: SecondSource;

  constructor(secondSource: SecondSource = () => false) {
    this.#agrees = secondSource;
  }

  /** Continues after a tick that was accepted before a restart; of another run only its number counts. */
  resume(tick: Pick<Tick, 'seq' | 'price' | 'sourceTimeMs'>, sameRun: boolean): void {
    this.#lastSeq = Math.max(this.#lastSeq, tick.seq);
    if (sameRun) this.#last = tick;
  }

  /** The tick as it is used from now on, or why it is not. */
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
