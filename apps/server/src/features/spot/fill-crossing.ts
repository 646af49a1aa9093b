import { ok, type Result, type Side } from '@plimsoll/contract';
import { format, minus, sum, ZERO } from '@plimsoll/money';
import { houseAvailable, type Deed, type Plan } from '../../ledger/index.ts';
import type { Book } from '../../market/types.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Query, Tx } from '../../platform/db.ts';
import { lockBooks, writeBooksLeft, type BookLeft } from './kept-books.ts';
import { afterFills, wantedBy, type Order } from './order.ts';
import { filling } from './postings.ts';
import { findCrossing, insertFills, lockCrossingOrders, updateOrders } from './store.ts';
import { against, type TradableBooks } from './tradable-books.ts';
import { takeAway, walk, type Fill } from './walk.ts';

/** Most resting orders of one side filled in one transaction. */
const MOST_AT_ONCE = 2_000;

interface Crossed {
  readonly order: Order;
  readonly after: Order;
  readonly fills: readonly Fill[];
  readonly before: BookLeft;
}

/** What one snapshot's turn did to the orders that rested. */
interface Turn {
  readonly crossed: readonly Crossed[];
  /** More orders may cross it: it needs another turn before new orders may meet it. */
  readonly more: boolean;
}

const bestOf = (book: Book, side: Side): string | null => {
  const best = book[against(side)][0];
  return best ? format(best.price) : null;
};

/**
 * Serves the open orders that a new snapshot crosses, in price-time order, each from what those before it left (rules 3).
 * One journal an order, all of a turn in one transaction; answers whether the snapshot needs another turn.
 */
export function fillCrossing(books: TradableBooks, clock: Clock): Deed<Book, Turn, boolean> {
  return {
    name: 'spot.fill',
    alone: true,

    async lookFirst(query, inputs) {
      return (await crossingOf(query, inputs.filter((book) => books.isUsable(book)))).length === 0 ? inputs.map(() => false) : undefined;
    },

    async plan(tx, inputs) {
      const usable = inputs.filter((book) => books.isUsable(book));
      const crossing = await crossingOf(tx, usable);
      const marketIds = new Set(crossing.map(({ marketId }) => marketId));
      const kept = await lockBooks(tx, usable.filter((book) => marketIds.has(book.marketId)));
      const plans: Result<Plan<Turn>>[] = [];
      for (const book of inputs) {
        const before = kept.get(book.marketId);
        const sides = before ? crossing.filter(({ marketId }) => marketId === book.marketId) : [];
        const turns: Turn[] = [];
        for (const { side } of sides) if (before) turns.push(await crossSide(tx, side, before));
        const crossed = turns.flatMap((turn) => turn.crossed);
        plans.push(ok({
          journals: crossed.map(({ order, after, fills }) => filling(order, after, fills)),
          planned: { crossed, more: turns.some((turn) => turn.more) },
        }));
      }
      return plans;
    },

    async record(tx, turns) {
      const at = new Date(clock.nowMs());
      const crossed = turns.flatMap((turn) => turn.crossed);
      if (crossed.length > 0) {
        await Promise.all([
          updateOrders(tx, crossed.map(({ after }) => after), at),
          insertFills(tx, crossed.map(({ order, fills, before }) => ({ order, fills, bookSeq: before.book.seq })), at),
          writeBooksLeft(tx, leftAfter(crossed)),
        ]);
      }
      return turns.map((turn) => turn.more);
    },
  };
}

const crossingOf = (query: Query, usable: readonly Book[]) => findCrossing(query, usable.map((book) => ({
  marketId: book.marketId, ask: bestOf(book, 'buy'), bid: bestOf(book, 'sell'),
})));

/** Walks one side's orders over what is left of a snapshot. An order that the house cannot pay for is passed over and stays open. */
async function crossSide(tx: Tx, side: Side, before: BookLeft): Promise<Turn> {
  const best = bestOf(before.book, side);
  if (best === null) return { crossed: [], more: false };
  const orders = await lockCrossingOrders(tx, before.book.marketId, side, best, MOST_AT_ONCE);
  const [first] = orders;
  if (!first) return { crossed: [], more: false };
  const coinId = side === 'buy' ? first.market.base.id : first.market.quote.id;
  let purse = (await houseAvailable(tx, 'spot', [coinId])).get(coinId) ?? ZERO;
  let levels = before[against(side)];
  const crossed: Crossed[] = [];
  for (const order of orders) {
    const { fills, left } = walk(levels, wantedBy(order), order.market, order.feeRate);
    const owed = sum(fills.map((fill) => (side === 'buy' ? fill.quantity : fill.paid)));
    if (owed > purse) continue;
    purse = minus(purse, owed);
    levels = left;
    const after = afterFills(order, fills);
    if (fills.length > 0) crossed.push({ order, after, fills, before });
    // What is left of the book is beyond this order's limit, and so beyond all that come after it.
    if (after.status === 'open') return { crossed, more: false };
  }
  return { crossed, more: crossed.length > 0 && orders.length === MOST_AT_ONCE };
}

function leftAfter(crossed: readonly Crossed[]): BookLeft[] {
  const byMarket = Map.groupBy(crossed, ({ order }) => order.market.id);
  return [...byMarket.values()].flatMap((each) => {
    const before = each[0]?.before;
    const fillsOf = (side: Side) => each.filter(({ order }) => order.side === side).flatMap(({ fills }) => fills);
    return before ? [{ ...before, asks: takeAway(before.asks, fillsOf('buy')), bids: takeAway(before.bids, fillsOf('sell')) }] : [];
  });
}
