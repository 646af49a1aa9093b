import type { Dice } from './dice.ts';
import { mustAgree } from './disagreement.ts';
import { ONE, write } from './model/exact.ts';
import type { Level } from './model/prices.ts';
import type { Market } from './model/world.ts';
import type { Scene } from './scene.ts';

const BEGIN: Readonly<Record<string, bigint>> = {
  1: 60_000n * ONE,
  2: 3_000n * ONE,
  3: ONE / 2n,
  4: 150n * ONE,
  5: ONE / 20n,
};
const PER_MILLION = 1_000_000n;
const KINDS = [
  { kind: 'calm', weight: 84 },
  { kind: 'lively', weight: 10 },
  { kind: 'spike', weight: 3 },
  { kind: 'late', weight: 2 },
  { kind: 'nonsense', weight: 1 },
] as const;

/** Kind of a quote, with or without a book, kept on the tape or lost with the process; by default drawn. */
interface Quoting {
  readonly withBook?: boolean;
  readonly isKept?: boolean;
  readonly kind?: (typeof KINDS)[number]['kind'];
}

/** The exchange: sends the same ticks and books, sensible or not, to server and model. */
export class Exchange {
  readonly #scene: Scene;
  readonly #mids = new Map<string, bigint>();

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  mid(market: Market): bigint {
    return this.#mids.get(market.id) ?? BEGIN[market.id] ?? ONE;
  }

  /** Sends one tick and, unless left out, a book; then waits for resting orders. */
  async quote(
    market: Market,
    { withBook = true, isKept = true, kind = this.#scene.dice.weighted(KINDS).kind }: Quoting = {},
  ): Promise<void> {
    const { dice, clock, server, model } = this.#scene;
    const mid = this.#move(market, kind);
    let quoted = mid;
    if (kind === 'spike') quoted = dice.pick([mid * 1000n, mid / 2n, mid * 2n, mid / 1000n]);
    const sourceMs = kind === 'late' ? clock.trueMs - dice.from(1, 600_000) : clock.trueMs;
    const price =
      kind === 'nonsense' ? dice.pick([Number.NaN, -1, 0, Number.POSITIVE_INFINITY]) : Number(write(quoted));
    const used = server.tick({ symbol: market.symbol, sourceTimeMs: sourceMs, price, size: 0.5 });
    const expected = kind !== 'nonsense' && isKept ? model.prices.tick(market.id, quoted, sourceMs) : false;
    this.#scene.note(`${market.symbol} ${kind} ${write(quoted)}${used ? '' : ' not used'}`);
    // The model never sees a tick that is lost with the process.
    if (!isKept) return;
    await this.#mark(market, mid);
    mustAgree(`whether a tick of ${market.symbol} is used`, expected, used);
    if (withBook) await this.#book(market, mid);
  }

  /** Repeats a jump ten times, after which it is believed. */
  async insist(market: Market): Promise<void> {
    const { dice, clock, server, model } = this.#scene;
    const mid = rounded((this.mid(market) * BigInt(dice.pick([60, 75, 130, 160]))) / 100n, market.priceStep);
    this.#mids.set(market.id, mid);
    this.#scene.note(`${market.symbol} insists on ${write(mid)}`);
    for (let time = 1; time <= 10; time += 1) {
      const raw = { symbol: market.symbol, sourceTimeMs: clock.trueMs, price: Number(write(mid)), size: 0.5 };
      mustAgree(
        `whether tick ${time} of a jump is used`,
        model.prices.tick(market.id, mid, clock.trueMs),
        server.tick(raw),
      );
    }
    await this.#mark(market, mid);
    await this.#book(market, mid);
  }

  /** Sends a mark at the market, or beside the middle of the book; some are held back. */
  async #mark(market: Market, mid: bigint): Promise<void> {
    const { dice, server, model } = this.#scene;
    const held = dice.chance(5);
    // One source makes it, so no band applies.
    const beside = dice.chance(40) ? mid + (mid * BigInt(dice.from(-4000, 4000))) / PER_MILLION : mid;
    const at = held ? mid * 2n : beside;
    await server.mark(market.id, at, held);
    model.prices.mark(market.id, at, held);
  }

  async #book(market: Market, mid: bigint): Promise<void> {
    const { dice, clock, server, model } = this.#scene;
    const half = (mid * BigInt(dice.from(20, 1500))) / PER_MILLION;
    const bids = levels(dice, market, mid - half, -1n);
    const asks = levels(dice, market, mid + half + market.priceStep, 1n);
    if (dice.chance(3)) bids.length = 0;
    if (dice.chance(3)) asks.length = 0;
    const [bid, ask] = [bids[0], asks[0]];
    if (bid && ask && dice.chance(2)) asks[0] = { ...ask, price: bid.price };
    const sourceTimeMs = clock.trueMs - (dice.chance(2) ? dice.from(1, 5000) : 0);
    const raw = (side: readonly Level[]) =>
      side.map(({ price, size }) => [Number(write(price)), Number(write(size))] as const);
    const used = server.book({ symbol: market.symbol, sourceTimeMs, bids: raw(bids), asks: raw(asks) });
    const isRising = asks.every(({ price }, index) => index === 0 || price > (asks[index - 1]?.price ?? 0n));
    const expected = isRising && model.prices.book(market.id, bids, asks, sourceTimeMs);
    const shown = (side: readonly Level[]) => side.map(({ price, size }) => `${write(size)}@${write(price)}`).join(' ');
    this.#scene.note(`${market.symbol} book ${shown(bids)} | ${shown(asks)}${used ? '' : ' not used'}`);
    mustAgree(`whether a book of ${market.symbol} is used`, expected, used);
    await server.served();
    if (used) model.spot.serve(market.id);
  }

  #move(market: Market, kind: string): bigint {
    const { dice } = this.#scene;
    const most = kind === 'lively' ? 40_000 : 1500;
    const before = this.mid(market);
    // Often unchanged, so that ties occur.
    const after = dice.chance(15)
      ? before
      : rounded((before * (PER_MILLION + BigInt(dice.from(-most, most)))) / PER_MILLION, market.priceStep);
    this.#mids.set(market.id, after);
    return after;
  }
}

const rounded = (price: bigint, step: bigint): bigint => (price < step ? step : price - (price % step));

function levels(dice: Dice, market: Market, from: bigint, away: 1n | -1n): Level[] {
  const all: Level[] = [];
  let price = rounded(from, market.priceStep);
  for (let left = dice.from(1, 6); left > 0 && price > 0n; left -= 1) {
    const size = dice.chance(70) ? market.step * BigInt(dice.from(1, 40_000)) : dice.units(1n, market.min * 500n);
    all.push({ price, size });
    price += away * market.priceStep * BigInt(dice.from(1, 500));
  }
  return all;
}
