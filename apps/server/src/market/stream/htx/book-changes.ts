import { ZERO, type Price } from '@plimsoll/money';
import { pairs } from '../../htx-api/shapes.ts';
import type { Book, Level } from '../../types.ts';

interface Step {
  readonly before: Book | undefined;
  readonly now: Book;
}

/** The changed levels: with the new size, or 0 when removed. */
function changes(before: readonly Level[], now: readonly Level[]) {
  const was = new Map(before.map(({ price, size }) => [price, size]));
  const is = new Set<Price>(now.map(({ price }) => price));
  const changed = now.filter(({ price, size }) => was.get(price) !== size);
  const gone = before.filter(({ price }) => !is.has(price)).map(({ price }) => ({ price, size: ZERO }));
  return pairs([...changed, ...gone]);
}

/**
 * Books as HTX's `mbp` chain of changes, each with its previous book (`prevSeqNum`) and its own (`seqNum`), up to the
 * requested depth.
 */
export class BookChanges {
  readonly #steps = new Map<string, Step>();

  take(book: Book): void {
    this.#steps.set(book.marketId, { before: this.#steps.get(book.marketId)?.now, now: book });
  }

  last(marketId: string, levels: number) {
    const step = this.#steps.get(marketId);
    if (!step) return undefined;
    const { before, now } = step;
    const side = (name: 'bids' | 'asks') => changes(before?.[name].slice(0, levels) ?? [], now[name].slice(0, levels));
    return { seqNum: now.seq, prevSeqNum: before?.seq ?? 0, bids: side('bids'), asks: side('asks') };
  }

  /** An empty change at the last book: shows a new follower the position of the chain. */
  standing(marketId: string) {
    const seq = this.#seqOf(marketId);
    return { seqNum: seq, prevSeqNum: seq, bids: [], asks: [] };
  }

  whole(marketId: string, levels: number) {
    const now = this.#steps.get(marketId)?.now;
    return { seqNum: this.#seqOf(marketId), bids: pairs(now?.bids, levels), asks: pairs(now?.asks, levels) };
  }

  #seqOf(marketId: string): number {
    return this.#steps.get(marketId)?.now.seq ?? 0;
  }
}
