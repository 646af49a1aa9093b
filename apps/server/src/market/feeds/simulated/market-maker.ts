import { BOOK_DEPTH } from '@plimsoll/contract';
import type { Market } from '../../types.ts';
import type { RawLevel } from '../feed.ts';
import { coinProfile, type CoinProfile } from './coin-profiles.ts';
import { Strand } from './strand.ts';

const UNITS = 1e8;
/** The log-normal spread of sizes resting and traded. */
const RESTING_SPREAD = 0.9;
const TRADE_SPREAD = 1.3;
/** What rests at a price is changed about this often. */
const REST_MS = 6_000;
/** More than a side has levels: the gaps between them, of one stretch of time after the other. */
const GAPS = 64;

/** What the world says of a market at one moment. */
export interface Situation {
  readonly ms: number;
  /** Price between bid and ask. */
  readonly mid: number;
  /** One base coin in USDT. */
  readonly baseUsdt: number;
  readonly busyness: number;
}

/** What a price may be. */
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
 * Makes a market's books and trades from its situation: spread and depth breathe, prices lie on `price_step`, sizes on
 * `step`.
 */
export class MarketMaker {
  readonly #spread: Strand;
  readonly #depth: Strand;
  readonly #trade: Strand;
  readonly #gap: Strand;
  readonly #turn: Strand;
  readonly #rest: Strand;
  readonly #profile: CoinProfile;
  /** In units of 10⁻⁸, whole. */
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

  /** The best bid and ask, in price steps; at least one step apart. */
  best({ ms, mid, busyness }: Situation): { readonly bid: number; readonly ask: number } {
    const steps = (mid * UNITS) / this.#priceStep;
    const spread = this.#profile.spread * Math.sqrt(busyness) * this.#spread.breath(20_000, 0.45, ms);
    const half = (steps * spread) / 2;
    const bid = Math.max(1, Math.floor(steps - half));
    return { bid, ask: Math.max(bid + 1, Math.ceil(steps + half)) };
  }

  /**
   * The best prices of another venue, `stray` spreads beside this one's mid, its own mid not outside the bounds, and
   * what rests on a side of it in quote.
   */
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
    // Levels lie further apart where a step is a small part of the price.
    const gap = (((at.mid * UNITS) / this.#priceStep) * this.#profile.spread) / 3;
    return { bids: this.#side(at, bid, -1, gap, depth), asks: this.#side(at, ask, 1, gap, depth) };
  }

  /** The trade of one moment: someone takes the best bid or ask. */
  trade(at: Situation): RawLevel {
    const { bid, ask } = this.best(at);
    this.#trade.words(0, at.ms);
    const steps = this.#trade.firstUniform() < 0.5 ? bid : ask;
    const worth = this.#profile.tradeUsdt * at.busyness * Math.exp(TRADE_SPREAD * this.#trade.lastNormal());
    return [this.priceOf(steps), this.size(worth / at.baseUsdt)];
  }

  /** Base traded by one trade, on average. */
  meanTrade({ baseUsdt, busyness }: Situation): number {
    return (this.#profile.tradeUsdt * busyness * Math.exp(TRADE_SPREAD ** 2 / 2)) / baseUsdt;
  }

  /** Levels from one price in steps outward, as far as `limit` says they may go. */
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

  /** What rests at one price: stays for seconds, then is another size, each price at its own moment. */
  restingAt({ ms, baseUsdt }: Situation, steps: number, depth: number): number {
    const turn = Math.floor((ms + this.#turn.uniform(0, steps) * REST_MS) / REST_MS);
    const worth =
      this.#profile.restingUsdt * depth * Math.exp(RESTING_SPREAD * this.#rest.normal(turn % 1_000_003, steps));
    return this.size(worth / baseUsdt);
  }

  /** A price in steps as a float. */
  priceOf(steps: number): number {
    return (Math.round(steps) * this.#priceStep) / UNITS;
  }

  /** The price on `price_step` nearest to a float. */
  onStep(price: number): number {
    return this.priceOf(Math.max(1, (price * UNITS) / this.#priceStep));
  }

  /** A quantity on `step`, at least one of it. */
  size(base: number): number {
    return (Math.max(1, Math.round((base * UNITS) / this.#sizeStep)) * this.#sizeStep) / UNITS;
  }
}
