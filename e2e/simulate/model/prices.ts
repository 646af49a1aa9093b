import { down } from './exact.ts';
import type { World } from './world.ts';

export interface Level {
  readonly price: bigint;
  readonly size: bigint;
}

interface Tick {
  readonly price: bigint;
  readonly sourceMs: number;
  /** When the server had it, by its clock. */
  readonly atMs: number;
}

/** What is left of a snapshot. */
export interface Book {
  bids: Level[];
  asks: Level[];
  readonly bestBid: bigint | null;
  readonly bestAsk: bigint | null;
  readonly atMs: number;
}

/** One market: its last tick and book, and its tape. */
class Line {
  last: Tick | undefined;
  book: Book | undefined;
  bookSourceMs = Number.NEGATIVE_INFINITY;
  /** Ticks beyond the allowed distance that agree with one another. */
  run: { price: bigint; count: number } | undefined;
  readonly tape: Tick[] = [];
  waiting: Tick[] = [];
  /** Nothing earlier comes on the tape any more, from the second on not this moment either. */
  headMs = Number.NEGATIVE_INFINITY;
  wholeToMs = Number.NEGATIVE_INFINITY;
}

/** A tick further than a fifth from the last is not believed before ten in a row say the same (rules 2). */
const JUMP = [1n, 5n] as const;
const CONFIRMING = 10;
const isJump = (from: bigint, to: bigint): boolean => (to > from ? to - from : from - to) > down(from * JUMP[0], JUMP[1]);

/** Prices by the rules: which ticks and books are used, what is fresh, and which tick ends an option. */
export class Prices {
  readonly #world: World;
  readonly #lines = new Map<string, Line>();
  /** Somebody was told what the tape was at this moment, by the server's clock. */
  #askedMs = Number.NEGATIVE_INFINITY;

  constructor(world: World) {
    this.#world = world;
  }

  #line(marketId: string): Line {
    const line = this.#lines.get(marketId) ?? new Line();
    this.#lines.set(marketId, line);
    return line;
  }

  /** A feed says a tick; true when it is used. */
  tick(marketId: string, price: bigint, sourceMs: number): boolean {
    const line = this.#line(marketId);
    const { last } = line;
    if (price <= 0n || (last && sourceMs < last.sourceMs)) return false;
    if (last && isJump(last.price, price)) {
      const count = line.run && !isJump(line.run.price, price) ? line.run.count + 1 : 1;
      line.run = { price, count };
      if (count < CONFIRMING) return false;
    }
    line.run = undefined;
    const atMs = this.#world.now();
    line.last = { price, sourceMs, atMs };
    line.waiting.push({ price, sourceMs, atMs: Math.max(atMs, this.#askedMs) });
    return true;
  }

  /** A feed says a book; true when it is used. */
  book(marketId: string, bids: readonly Level[], asks: readonly Level[], sourceMs: number): boolean {
    const line = this.#line(marketId);
    const [bid, ask] = [bids[0]?.price ?? null, asks[0]?.price ?? null];
    const { last } = line;
    if (!last || sourceMs < line.bookSourceMs) return false;
    if (bid !== null && ask !== null && bid >= ask) return false;
    if ([bid, ask].some((best) => best !== null && isJump(last.price, best))) return false;
    line.bookSourceMs = sourceMs;
    line.book = { bids: [...bids], asks: [...asks], bestBid: bid, bestAsk: ask, atMs: this.#world.now() };
    return true;
  }

  #isFresh(atMs: number | undefined): boolean {
    return atMs !== undefined && Math.abs(this.#world.now() - atMs) <= this.#world.settings.freshMs;
  }

  isFresh(marketId: string): boolean {
    return this.#isFresh(this.#line(marketId).last?.atMs);
  }

  /** The last book, while it and the market are fresh. */
  freshBook(marketId: string): Book | undefined {
    const { book } = this.#line(marketId);
    return book && this.isFresh(marketId) && this.#isFresh(book.atMs) ? book : undefined;
  }

  lastPrice(marketId: string): bigint | undefined {
    return this.#line(marketId).last?.price;
  }

  /** Everything that waits comes on the tape, where time never goes back. */
  flush(): void {
    for (const line of this.#lines.values()) {
      for (const tick of line.waiting.splice(0)) {
        const atMs = Math.max(tick.atMs, line.headMs, line.wholeToMs + 1);
        line.tape.push({ ...tick, atMs });
        line.headMs = atMs;
      }
    }
  }

  /** The tape is whole up to now: what comes later is later on it. */
  complete(): void {
    this.#askedMs = Math.max(this.#askedMs, this.#world.now());
    this.flush();
    for (const line of this.#lines.values()) if (line.tape.length > 0) line.wholeToMs = Math.max(line.wholeToMs, this.#askedMs);
  }

  /**
   * The tick that an option taken now begins at, and when it begins: the last one, when it stands on the tape by now. Undefined while the clock
   * is behind the tape, since nobody could say then which tick is the last.
   */
  entry(marketId: string): { price: bigint; atMs: number } | undefined {
    const now = this.#world.now();
    this.#askedMs = Math.max(this.#askedMs, now);
    this.flush();
    const tick = this.#line(marketId).tape.at(-1);
    if (!tick || tick.atMs > now + 1) return undefined;
    return { price: tick.price, atMs: Math.max(now, tick.atMs) };
  }

  /** An option began at this moment: nothing earlier comes on the tape. */
  begun(marketId: string, atMs: number): void {
    const line = this.#line(marketId);
    line.headMs = Math.max(line.headMs, atMs);
  }

  /** The last tick at or before a moment. */
  exit(marketId: string, atMs: number): { price: bigint; atMs: number } | undefined {
    return this.#line(marketId).tape.findLast((tick) => tick.atMs <= atMs);
  }

  /** True when nothing can come on the tape at or before the moment. */
  isWholeTo(marketId: string, atMs: number): boolean {
    return this.#line(marketId).wholeToMs >= atMs;
  }

  /** The process is gone, and another has read the tape. */
  restarted(): void {
    this.#askedMs = Number.NEGATIVE_INFINITY;
    for (const line of this.#lines.values()) {
      line.waiting = [];
      line.run = undefined;
      line.book = undefined;
      line.bookSourceMs = Number.NEGATIVE_INFINITY;
      line.last = line.tape.at(-1);
    }
  }
}
