import { BOOK_DEPTH } from '@plimsoll/contract';
import type { Market } from '../../types.ts';
import type { RawLevel } from '../feed.ts';
import { coinProfile, type CoinProfile } from './coin-profiles.ts';
import { Strand } from './strand.ts';

const UNITS = 1e8;
/** Log-normal spread of resting and of traded sizes. */
const RESTING_SPREAD = 0.9;
const TRADE_SPREAD = 1.3;
/** Sizes at a price change about this often. */
const REST_MS = 6_000;
/** Random draws reserved for the gaps of one period; more than a side has levels. */
const GAPS = 64;

export interface Situation {
  readonly ms: number;
  readonly mid: number;
  readonly baseUsdt: number;
  readonly busyness: number;
}

export interface Bounds {
  readonly low: number;
  readonly high: number;
}
const UNBOUNDED: Bounds = { low: 0, high: Number.POSITIVE_INFINITY };

export interface SimulatedBook {
  readonly bids: RawLevel[];
  readonly asks: RawLevel[];
}

/**
 * Makes a market's books and trades from its situation: spread and depth vary, prices are multiples of `price_step`,
 * sizes of `step`.
 */
export class MarketMaker {
  readonly #spread: Strand;
  readonly #depth: Strand;
  readonly #trade: Strand;
  readonly #gap: Strand;
  readonly #turn: Strand;
  readonly #rest: Strand;
  readonly #profile: CoinProfile;
  readonly #priceStep: number;
  readonly #sizeStep: number;

  constructor(seed: string, market: Market) {
    const strand = (name: string): Strand => new Strand(seed, `book/${market.symbol}/${name}`);
    [this.#spread, this.#depth, this.#trade] = [strand('spread'), strand('depth'), strand('trade')];
    [this.#gap, this.#turn, this.#rest] = [strand('gap'), strand('turn'), strand('rest')];
    this.#profile = coinProfile(market.base.title);
    this.#priceStep = Number(market.priceStep);
    this.#sizeStep = Number(market.step);
  }

  /** The best bid and ask, in price steps; they differ by at least one. */
  best({ ms, mid, busyness }: Situation): { readonly bid: number; readonly ask: number } {
    const steps = (mid * UNITS) / this.#priceStep;
    const spread = this.#profile.spread * Math.sqrt(busyness) * this.#spread.breath(20_000, 0.45, ms);
    const half = (steps * spread) / 2;
    const bid = Math.max(1, Math.floor(steps - half));
    return { bid, ask: Math.max(bid + 1, Math.ceil(steps + half)) };
  }

  /** Another venue's best prices, `stray` spreads beside this mid and within the bounds, and its depth in quote. */
  strayed(
    at: Situation,
    stray: number,
    { low, high }: Bounds = UNBOUNDED,
  ): { readonly bid: number; readonly ask: number; readonly depth: number } {
    const { bid, ask } = this.best({
      ...at,
      mid: Math.min(high, Math.max(low, at.mid * (1 + stray * this.#profile.spread))),
    });
    return {
      bid: this.priceOf(bid),
      ask: this.priceOf(ask),
      depth: (this.#profile.restingUsdt * BOOK_DEPTH * at.mid) / at.baseUsdt,
    };
  }

  book(at: Situation): SimulatedBook {
    const { bid, ask } = this.best(at);
    const depth = this.#depth.breath(90_000, 0.4, at.ms) / Math.sqrt(at.busyness);
    // Gaps between levels are larger where a step is a small part of the price.
    const gap = (((at.mid * UNITS) / this.#priceStep) * this.#profile.spread) / 3;
    return { bids: this.#side(at, bid, -1, gap, depth), asks: this.#side(at, ask, 1, gap, depth) };
  }

  trade(at: Situation): RawLevel {
    const { bid, ask } = this.best(at);
    this.#trade.words(0, at.ms);
    const steps = this.#trade.firstUniform() < 0.5 ? bid : ask;
    const worth = this.#profile.tradeUsdt * at.busyness * Math.exp(TRADE_SPREAD * this.#trade.lastNormal());
    return [this.priceOf(steps), this.size(worth / at.baseUsdt)];
  }

  meanTrade({ baseUsdt, busyness }: Situation): number {
    return (this.#profile.tradeUsdt * busyness * Math.exp(TRADE_SPREAD ** 2 / 2)) / baseUsdt;
  }

  /** Levels from the best price outward, up to the book's depth. */
  #side(at: Situation, bestSteps: number, direction: 1 | -1, gap: number, depth: number): RawLevel[] {
    const levels: RawLevel[] = [];
    let steps = bestSteps;
    for (let level = 0; level < BOOK_DEPTH && steps > 0; level += 1) {
      levels.push([this.priceOf(steps), this.restingAt(at, steps, depth * (1 + level / 8))]);
      steps +=
        direction *
        (1 + Math.floor(-gap * Math.log(this.#gap.uniform(direction, Math.floor(at.ms / REST_MS) * GAPS + level))));
    }
    return levels;
  }

  /** The size at one price: stays for seconds, then changes, each price at its own moment. */
  restingAt({ ms, baseUsdt }: Situation, steps: number, depth: number): number {
    const turn = Math.floor((ms + this.#turn.uniform(0, steps) * REST_MS) / REST_MS);
    const worth =
      this.#profile.restingUsdt * depth * Math.exp(RESTING_SPREAD * this.#rest.normal(turn % 1_000_003, steps));
    return this.size(worth / baseUsdt);
  }

  priceOf(steps: number): number {
    return (Math.round(steps) * this.#priceStep) / UNITS;
  }

  /** The nearest multiple of `price_step`. */
  onStep(price: number): number {
    return this.priceOf(Math.max(1, (price * UNITS) / this.#priceStep));
  }

  /** The nearest multiple of `step`, at least one. */
  size(base: number): number {
    return (Math.max(1, Math.round((base * UNITS) / this.#sizeStep)) * this.#sizeStep) / UNITS;
  }
}
