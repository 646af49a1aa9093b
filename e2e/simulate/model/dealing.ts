import { down, even, min, ONE, up } from './exact.ts';
import type { Prices } from './prices.ts';
import type { Coin, Market, World } from './world.ts';

/** Limits in USDT, small enough to be reached (RULES 3). */
export const POSITION_LIMIT = 5_000n * ONE;
export const MINUTE_LIMIT = 2_500n * ONE;
/** Dealing is counted in stretches of fifteen seconds that begin at most a minute ago. */
const STRETCH_MS = 15_000;
const MAX_LEAN = ONE / 200n;
const PLENTY = 10n ** 40n;

export interface Terms {
  readonly lean: bigint;
  /** Maximum in base, in quote, and in USDT. */
  readonly base: bigint;
  readonly quote: bigint;
  readonly minute: bigint;
  readonly quotePrice: bigint;
}

/** Limits on the platform's positions, and on members' dealing per minute (RULES 3). */
export class Dealing {
  readonly #world: World;
  readonly #prices: Prices;
  readonly #usdt: Coin;
  /** What members sold less what they bought. */
  readonly #positions = new Map<Coin, bigint>();
  #dealt: { readonly memberId: string; readonly atMs: number; readonly worth: bigint }[] = [];

  constructor(world: World, prices: Prices, usdt: Coin) {
    this.#world = world;
    this.#prices = prices;
    this.#usdt = usdt;
  }

  /** Undefined while the worth of a coin is unknown. */
  terms(memberId: string, { base, quote }: Market, buys: boolean): Terms | undefined {
    const [basePrice, quotePrice] = [this.#worth(base), this.#worth(quote)];
    if (basePrice === undefined || quotePrice === undefined) return undefined;
    const sign = buys ? -1n : 1n;
    const ofBase = this.#towards(base, sign, basePrice);
    const ofQuote = this.#towards(quote, -sign, quotePrice);
    const nowMs = this.#world.now();
    const dealt = this.#dealt
      .filter(
        (each) =>
          each.memberId === memberId &&
          Math.abs(Math.floor(nowMs / STRETCH_MS) - Math.floor(each.atMs / STRETCH_MS)) <= 4,
      )
      .reduce((sum, { worth }) => sum + worth, 0n);
    const left = this.#world.settings.minuteLimit - dealt;
    return {
      lean: ofBase.lean > ofQuote.lean ? ofBase.lean : ofQuote.lean,
      base: ofBase.room,
      quote: ofQuote.room,
      minute: left > 0n ? left : 0n,
      quotePrice,
    };
  }

  move(coin: Coin, by: bigint): void {
    this.#positions.set(coin, (this.#positions.get(coin) ?? 0n) + by);
  }

  count(memberId: string, worth: bigint): void {
    const atMs = this.#world.now();
    this.#dealt.push({ memberId, atMs, worth });
  }

  #towards(coin: Coin, sign: bigint, price: bigint): { readonly lean: bigint; readonly room: bigint } {
    if (coin === this.#usdt) return { lean: 0n, room: PLENTY };
    const limit = this.#world.settings.positionLimit;
    const ahead = (this.#positions.get(coin) ?? 0n) * sign;
    const room = down(limit * ONE, price) - ahead;
    const beyond = ahead > 0n ? 2n * up(ahead * price, ONE) - limit : 0n;
    const lean = beyond <= 0n ? 0n : limit === 0n ? MAX_LEAN : min(MAX_LEAN, down(MAX_LEAN * beyond, limit));
    return { lean, room: room > 0n ? room : 0n };
  }

  /** In USDT at the mark, else the last trade: through its own market, or through one other coin. */
  #worth(coin: Coin): bigint | undefined {
    if (coin === this.#usdt) return ONE;
    const steps = (of: Coin): { readonly to: Coin; readonly price: bigint }[] =>
      [...this.#world.markets.values()].flatMap(({ id, base, quote }) => {
        const price = this.#prices.markOrLast(id);
        if (price === undefined || (base !== of && quote !== of)) return [];
        return [base === of ? { to: quote, price } : { to: base, price: even(ONE * ONE, price) }];
      });
    const first = steps(coin);
    const direct = first.find(({ to }) => to === this.#usdt);
    if (direct) return direct.price;
    for (const { to, price } of first) {
      const second = steps(to).find((each) => each.to === this.#usdt);
      if (second) return even(price * second.price, ONE);
    }
    return undefined;
  }
}

/** A level's price moved away from the member, rounded up to the next unit. */
export const leaning = (price: bigint, lean: bigint, buys: boolean): bigint =>
  price + (buys ? 1n : -1n) * up(price * lean, ONE);
