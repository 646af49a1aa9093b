import type { Price } from '@plimsoll/money';
import { pairs } from '../../htx-api/shapes.ts';
import type { Book, Level } from '../../types.ts';

/** A book and the one before it. */
interface Step {
  readonly before: Book | undefined;
  readonly now: Book;
}

/** The levels that are not as they were: with their new size, or with 0 when they are gone. */
function changes(before: readonly Level[], now: readonly Level[]) {
  const was = new Map(before.map(({ price, size }) => [price, size]));
  const is = new Set<Price>(now.map(({ price }) => price));
  const changed = now.filter(({ price, size }) => was.get(price) !== size);
  const gone = before.filter(({ price }) => !is.has(price)).map(({ price }) => ({ price, size: 0n as Level['size'] }));
  return pairs([...changed, ...gone]);
}

/**
 * Books as a chain of changes, as HTX's `mbp` tells them: each names the book it begins from (`prevSeqNum`) and the one
 * it leads to (`seqNum`). Every book is a link, so that a client who has one and all changes after it has the newest.
 * Levels beyond the asked depth are no part of it.
 */
export class BookChanges {
  readonly #steps = new Map<string, Step>();

  /** A new book: the next link. */
  take(book: Book): void {
    this.#steps.set(book.marketId, { before: this.#steps.get(book.marketId)?.now, now: book });
  }

  /** The last link; undefined before the first book. */
  last(marketId: string, levels: number) {
    const step = this.#steps.get(marketId);
    if (!step) return undefined;
    const { before, now } = step;
    const side = (name: 'bids' | 'asks') => changes(before?.[name].slice(0, levels) ?? [], now[name].slice(0, levels));
    return { seqNum: now.seq, prevSeqNum: before?.seq ?? 0, bids: side('bids'), asks: side('asks') };
  }

  /** A link from the last book to itself: tells one who comes new where the chain stands, and that it is alive. */
  standing(marketId: string) {
    const seq = this.#seqOf(marketId);
    return { seqNum: seq, prevSeqNum: seq, bids: [], asks: [] };
  }

  /** The last book itself; before the first it is empty, and the chain begins from 0. */
  whole(marketId: string, levels: number) {
    const now = this.#steps.get(marketId)?.now;
    return { seqNum: this.#seqOf(marketId), bids: pairs(now?.bids, levels), asks: pairs(now?.asks, levels) };
  }

  #seqOf(marketId: string): number {
    return this.#steps.get(marketId)?.now.seq ?? 0;
  }
}
