import { BOOK_DEPTH } from '@plimsoll/contract';
import { exactPrice, exactSize } from './exact.ts';
import type { RawBook, RawLevel } from './feeds/feed.ts';
import { isJump, type Quarantine } from './tick-gate.ts';
import type { Book, Level, Market, Tick } from './types.ts';

/** The best levels as exact values; undefined unless all are positive and each is worse than the previous. */
function exactSide(
  raw: readonly RawLevel[],
  isWorse: (level: Level, before: Level) => boolean,
): readonly Level[] | undefined {
  const levels: Level[] = [];
  for (const [rawPrice, rawSize] of raw.slice(0, BOOK_DEPTH)) {
    const price = exactPrice(rawPrice);
    const size = exactSize(rawSize);
    if (price === undefined || size === undefined || size === 0n) return undefined;
    const level = { price, size };
    const before = levels.at(-1);
    if (before && !isWorse(level, before)) return undefined;
    levels.push(level);
  }
  return levels;
}

/** Decides which books of one market are used, as members trade on them (RULES 2). */
export class BookGate {
  #lastSeq = 0;
  #lastSourceTimeMs = Number.NEGATIVE_INFINITY;

  resume(book: Pick<Book, 'seq' | 'sourceTimeMs'>): void {
    this.#lastSeq = Math.max(this.#lastSeq, book.seq);
    this.#lastSourceTimeMs = book.sourceTimeMs;
  }

  judge(market: Market, raw: RawBook, lastTick: Tick | undefined, receiveTimeMs: number): Book | Quarantine {
    if (!lastTick) return 'no_tick';
    const bids = exactSide(raw.bids, (level, before) => level.price < before.price);
    const asks = exactSide(raw.asks, (level, before) => level.price > before.price);
    if (!bids || !asks || !Number.isFinite(raw.sourceTimeMs)) return 'not_positive';
    const [bid] = bids;
    const [ask] = asks;
    if (bid && ask && bid.price >= ask.price) return 'crossed';
    if ([bid, ask].some((best) => best && isJump(market, lastTick.price, best.price))) return 'jump';
    if (raw.sourceTimeMs < this.#lastSourceTimeMs) return 'older';
    this.#lastSourceTimeMs = raw.sourceTimeMs;
    this.#lastSeq = Math.max(this.#lastSeq + 1, raw.seq ?? receiveTimeMs);
    return {
      marketId: market.id,
      seq: this.#lastSeq,
      tickSeq: lastTick.seq,
      sourceTimeMs: raw.sourceTimeMs,
      receiveTimeMs,
      bids,
      asks,
    };
  }
}
