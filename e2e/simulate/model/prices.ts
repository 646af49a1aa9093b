import { down, min, ONE, up } from './exact.ts';
import type { World } from './world.ts';

export interface Level {
  readonly price: bigint;
  readonly size: bigint;
}

interface Tick {
  readonly price: bigint;
  readonly sourceMs: number;
  readonly atMs: number;
}

/** Quantity taken from a side, and the time of that snapshot. */
interface Taken {
  readonly quantity: bigint;
  readonly atMs: number;
}

export interface Mark {
  readonly price: bigint;
  readonly atMs: number;
  readonly held: boolean;
}

export interface Book {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  readonly bestBid: bigint | null;
  readonly bestAsk: bigint | null;
  readonly atMs: number;
  readonly shown: { readonly bids: readonly Level[]; readonly asks: readonly Level[] };
  readonly take: (side: 'bids' | 'asks', quantity: bigint, price: bigint) => void;
}

/** How long a book may be dealt at. */
const DEALING_MS = 1500;
/** Half-life of what was taken (RULES 3). */
const RECOVERY_MS = 30_000;

/** What has not returned at a moment, rounded up to a whole unit. */
function stillGone({ quantity, atMs }: Taken, nowMs: number): bigint {
  const share = BigInt(Math.round(2 ** (-Math.abs(nowMs - atMs) / RECOVERY_MS) * 100_000_000));
  return up(quantity * share, ONE);
}

function without(levels: readonly Level[], gone: bigint): Level[] {
  let rest = gone;
  return levels.flatMap(({ price, size }) => {
    const off = min(rest, size);
    rest -= off;
    return size > off ? [{ price, size: size - off }] : [];
  });
}

/** One market: its last tick and book, and its tape. */
class Line {
  last: Tick | undefined;
  book: Book | undefined;
  bookSourceMs = Number.NEGATIVE_INFINITY;
  /** What members took of its books; survives a restart. */
  readonly taken: Record<'bids' | 'asks', Taken> = { bids: { quantity: 0n, atMs: 0 }, asks: { quantity: 0n, atMs: 0 } };
  /** Consecutive ticks beyond the allowed distance that agree with one another. */
  run: { price: bigint; count: number } | undefined;
  readonly tape: Tick[] = [];
  waiting: Tick[] = [];
  headMs = Number.NEGATIVE_INFINITY;
  /** Time of the last mark not held back, as the process remembers it. */
  markedMs = Number.NEGATIVE_INFINITY;
  placeMs = 0;
  readonly marks: Mark[] = [];
  /** No mark at or before this moment can still be added. */
  wholeToMs = Number.NEGATIVE_INFINITY;
}

/** A tick further than a fifth from the last needs ten in a row (RULES 2). */
const JUMP = [1n, 5n] as const;
const CONFIRMING = 10;
const isJump = (from: bigint, to: bigint): boolean =>
  (to > from ? to - from : from - to) > down(from * JUMP[0], JUMP[1]);

/** Prices: which ticks and books are used, what is fresh, and which mark ends an option. */
export class Prices {
  readonly #world: World;
  readonly #lines = new Map<string, Line>();

  constructor(world: World) {
    this.#world = world;
  }

  #line(marketId: string): Line {
    const line = this.#lines.get(marketId) ?? new Line();
    this.#lines.set(marketId, line);
    return line;
  }

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
    line.waiting.push({ price, sourceMs, atMs });
    return true;
  }

  book(marketId: string, bids: readonly Level[], asks: readonly Level[], sourceMs: number): boolean {
    const line = this.#line(marketId);
    const [bid, ask] = [bids[0]?.price ?? null, asks[0]?.price ?? null];
    const { last } = line;
    if (!last || sourceMs < line.bookSourceMs) return false;
    if (bid !== null && ask !== null && bid >= ask) return false;
    if ([bid, ask].some((best) => best !== null && isJump(last.price, best))) return false;
    line.bookSourceMs = sourceMs;
    const atMs = this.#world.now();
    const gone = { bids: stillGone(line.taken.bids, atMs), asks: stillGone(line.taken.asks, atMs) };
    const left = { bids: without(bids, gone.bids), asks: without(asks, gone.asks) };
    line.book = {
      get bids() {
        return left.bids;
      },
      get asks() {
        return left.asks;
      },
      shown: { bids, asks },
      bestBid: bid,
      bestAsk: ask,
      atMs,
      take: (side, quantity, price) => {
        left[side] = left[side]
          .map((level) => (level.price === price ? { price, size: level.size - quantity } : level))
          .filter(({ size }) => size > 0n);
        gone[side] += quantity;
        line.taken[side] = { quantity: gone[side], atMs };
      },
    };
    return true;
  }

  #isFresh(atMs: number | undefined, maxMs = Number.POSITIVE_INFINITY): boolean {
    return atMs !== undefined && Math.abs(this.#world.now() - atMs) <= Math.min(maxMs, this.#world.settings.freshMs);
  }

  isFresh(marketId: string): boolean {
    return this.#isFresh(this.#line(marketId).last?.atMs);
  }

  /** The last book, while the market is fresh and it may be dealt at: a second and a half (RULES 3). */
  freshBook(marketId: string): Book | undefined {
    const { book } = this.#line(marketId);
    return book && this.isFresh(marketId) && this.#isFresh(book.atMs, DEALING_MS) ? book : undefined;
  }

  lastPrice(marketId: string): bigint | undefined {
    return this.#line(marketId).last?.price;
  }

  /** The mark of the process, or the last trade without one. */
  markOrLast(marketId: string): bigint | undefined {
    const line = this.#line(marketId);
    return this.isMarked(marketId) ? line.marks.findLast(({ held }) => !held)?.price : line.last?.price;
  }

  flush(): void {
    for (const line of this.#lines.values()) {
      for (const tick of line.waiting.splice(0)) {
        const atMs = Math.max(tick.atMs, line.headMs);
        line.tape.push({ ...tick, atMs });
        line.headMs = atMs;
      }
    }
  }

  /** Adds a mark to the tape, where time never decreases. */
  mark(marketId: string, price: bigint, held: boolean): void {
    const line = this.#line(marketId);
    const madeMs = Math.max(this.#world.now(), line.placeMs);
    line.placeMs = madeMs;
    if (!held) line.markedMs = madeMs;
    line.marks.push({ price, held, atMs: Math.max(madeMs, line.marks.at(-1)?.atMs ?? 0, line.wholeToMs + 1) });
  }

  /** Completes the tape of marks up to now. */
  complete(): void {
    for (const line of this.#lines.values())
      if (line.marks.length > 0) line.wholeToMs = Math.max(line.wholeToMs, this.#world.now());
  }

  /** True while the last mark and the last book of the process are fresh. */
  isMarked(marketId: string): boolean {
    const { markedMs, book } = this.#line(marketId);
    return this.#isFresh(markedMs) && this.#isFresh(book?.atMs);
  }

  /** The last mark of the process, not held back; undefined while it or the last book is stale. */
  rememberedMark(marketId: string): bigint | undefined {
    return this.isMarked(marketId) ? this.#lastMarkOf(marketId)?.price : undefined;
  }

  /** The last mark on the tape, not held back, while it is fresh by the tape's own time. */
  markOnTape(marketId: string): bigint | undefined {
    const last = this.#lastMarkOf(marketId);
    return this.#isFresh(last?.atMs) ? last?.price : undefined;
  }

  #lastMarkOf(marketId: string): Mark | undefined {
    return this.#line(marketId).marks.findLast(({ held }) => !held);
  }

  /** Acceptance time of an option: no earlier than the tape's last mark, which must be fresh then; else undefined. */
  acceptance(marketId: string, delayMs: number): number | undefined {
    const { marks, wholeToMs } = this.#line(marketId);
    const atMs = Math.max(this.#world.now(), marks.at(-1)?.atMs ?? Number.POSITIVE_INFINITY);
    const able = marks.some((mark) => !mark.held && mark.atMs >= atMs - this.#world.settings.freshMs);
    return able && wholeToMs < atMs + delayMs ? atMs : undefined;
  }

  /** The first mark not held back in a range, both ends included. */
  firstMark(marketId: string, fromMs: number, untilMs: number): Mark | undefined {
    return this.#line(marketId).marks.find(({ held, atMs }) => !held && atMs >= fromMs && atMs <= untilMs);
  }

  /** The last mark not held back in a range, both ends included. */
  lastMark(marketId: string, fromMs: number, untilMs: number): Mark | undefined {
    return this.#line(marketId).marks.findLast(({ held, atMs }) => !held && atMs >= fromMs && atMs <= untilMs);
  }

  /** True when no mark can come at or before the moment. */
  isWholeTo(marketId: string, atMs: number): boolean {
    return this.#line(marketId).wholeToMs >= atMs;
  }

  restarted(): void {
    for (const line of this.#lines.values()) {
      line.waiting = [];
      line.run = undefined;
      line.book = undefined;
      line.bookSourceMs = Number.NEGATIVE_INFINITY;
      line.last = line.tape.at(-1);
      line.placeMs = line.marks.at(-1)?.atMs ?? 0;
      line.markedMs = line.marks.findLast(({ held }) => !held)?.atMs ?? Number.NEGATIVE_INFINITY;
    }
  }
}
