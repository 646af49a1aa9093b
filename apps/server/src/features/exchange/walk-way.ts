import { ok, refuse, type Result } from '@plimsoll/contract';
import {
  bestRatio,
  chained,
  formatShort,
  leaned,
  neededAt,
  unitOf,
  walkLeg,
  type Amount,
  type Rate,
  type WalkedLeg,
} from '@plimsoll/money';
import { midOfBook, type Book, type Coin, type Level, type MarketMark } from '../../market/index.ts';
import { elementAt } from '../../platform/element-at.ts';
import { NO_LEAN, type Terms } from '../spot/index.ts';
import type { ExchangeLeg } from './exchange.ts';
import type { WayLeg } from './way.ts';

interface Exchanged {
  readonly from: Coin;
  readonly to: Coin;
  readonly given: Amount;
  readonly way: readonly WayLeg[];
}

export interface OpenBook {
  readonly book: Book;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  readonly mark: Pick<MarketMark, 'seq' | 'price'>;
  /** The dealer's terms there; without them no price leans. */
  readonly terms?: Terms;
}

/** One leg over a book. The dealer's prices lean, the mark does not. */
function legOf({ bids, asks, mark, terms }: OpenBook, sells: boolean): WalkedLeg {
  const lean = terms?.lean ?? NO_LEAN;
  const offers = (sells ? bids : asks).map(({ price, size }) => ({
    price: leaned(price, sells ? 'sell' : 'buy', lean),
    size,
  }));
  return { sells, mark: mark.price, offers };
}

/**
 * Walks a way market by market, bounded by the marks less the spread (RULES 5). `no_liquidity` beyond a book,
 * `amount_below_minimum` when nothing would be received.
 */
export function walkWay(
  { from, to, given, way }: Exchanged,
  books: readonly OpenBook[],
  spread: Rate,
): Result<readonly ExchangeLeg[]> {
  const legs: ExchangeLeg[] = [];
  let amount = given;
  for (const [index, { market, sells }] of way.entries()) {
    const open = books[index];
    const mid = open && midOfBook(open.book);
    if (!open || mid === undefined) return refuse('no_liquidity');
    const { decimals } = sells ? market.quote : market.base;
    const levels = sells ? open.bids : open.asks;
    const walked = walkLeg(amount, legOf(open, sells), spread, unitOf(decimals));
    if (!walked) return refuse('no_liquidity');
    const { received, ratio } = walked;
    // Takes correspond to offers, in order.
    const takes = walked.takes.map(({ quantity }, at) => ({ price: elementAt(levels, at).price, quantity }));
    if (received === 0n) {
      const minimum = minimumGiven(way, books, spread, { from, to });
      return refuse('amount_below_minimum', { minimum: formatShort(minimum), coin: from.title });
    }
    const { id: marketId, symbol } = market;
    const {
      book,
      mark: { seq, price },
      terms = null,
    } = open;
    legs.push({
      marketId,
      symbol,
      bookSeq: book.seq,
      sells,
      mid,
      mark: { seq, price },
      given: amount,
      received,
      decimals,
      ratio,
      takes,
      terms,
    });
    amount = received;
  }
  return ok(legs);
}

/** The minimum that brings anything: at the best prices, bounded by the marks less the spread. */
function minimumGiven(
  way: readonly WayLeg[],
  books: readonly OpenBook[],
  spread: Rate,
  { from, to }: Pick<Exchanged, 'from' | 'to'>,
): Amount {
  const ratios = way.flatMap(({ sells }, index) => {
    const open = books[index];
    return (open && bestRatio(legOf(open, sells), spread)) ?? [];
  });
  return neededAt(unitOf(to.decimals), chained(ratios), unitOf(from.decimals));
}
