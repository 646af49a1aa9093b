import { ok, type Result, type Side } from '@plimsoll/contract';
import { format, leaned, minus, sum, ZERO, type Amount } from '@plimsoll/money';
import { defineCommand, houseAvailable, type LedgerCommand, type Plan } from '../../ledger/index.ts';
import { crosses, isTradable, NO_BOUNDS, walk, type Fill } from '@plimsoll/rules';
import type { Book, Level } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Query, Tx } from '../../platform/db.ts';
import { roomWithin, worthOfAll, type Dealing, type HouseLimits, type Terms } from './dealing.ts';
import { writeTaken, type BookLeft, type Depth } from './book-snapshots.ts';
import { takeAway, takesOf } from './book-takes.ts';
import { afterFills, ended, wantedBy, type Order } from './order.ts';
import { ending, filling } from './postings.ts';
import { findCrossing, insertFills, lockCrossingFirst, lockCrossingOrders, updateOrders } from './store.ts';
import { against, type TradableBooks } from './tradable-books.ts';

const MAX_BATCH = 2_000;

interface Crossed {
  readonly order: Order;
  readonly after: Order;
  readonly fills: readonly Fill[];
  readonly before: BookLeft;
  readonly terms: Terms;
}

/** The snapshot may be opened; more orders may cross it, in another turn; or it may not be dealt at. */
type Served = 'served' | 'more' | 'unused';

interface Turn {
  readonly crossed: readonly Crossed[];
  readonly more: boolean;
}

interface Planned extends Turn {
  readonly outcome: Served;
}

const NOTHING: Turn = { crossed: [], more: false };

const bestOf = (book: Book, side: Side): string | null => {
  const best = book[against(side)][0];
  return best ? format(best.price) : null;
};

/**
 * Fills the open orders that a new snapshot crosses, in price-time order (RULES 3). One journal an order, one
 * transaction a turn; answers whether all of them were served.
 */
export function fillCrossing({
  books,
  depth,
  limits,
  clock,
}: {
  books: TradableBooks;
  depth: Depth;
  limits: HouseLimits;
  clock: Clock;
}): LedgerCommand<Book, Planned, Served> {
  return defineCommand({
    name: 'spot.fill',
    exclusive: true,

    async shortCircuit(query, inputs) {
      const usable = new Set(inputs.filter((book) => books.mayDeal(book)));
      return (await crossingOf(query, [...usable])).length === 0
        ? inputs.map((book) => (usable.has(book) ? 'served' : 'unused'))
        : undefined;
    },

    async plan(tx, inputs) {
      const usable = inputs.filter((book) => books.mayDeal(book));
      const crossing = await crossingOf(tx, usable);
      const marketIds = new Set(crossing.map(({ marketId }) => marketId));
      // Always before books, so before the owners of the orders are known.
      const dealing = await limits.openForAll(tx, [...marketIds]);
      const kept = await depth.lock(
        tx,
        usable.filter((book) => marketIds.has(book.marketId)),
        { mayUse: (book) => books.mayDeal(book) },
      );
      const turns = await crossAll(tx, crossing, kept, { dealing, nowMs: clock.nowMs() });
      const isServed = (book: Book): boolean =>
        usable.includes(book) &&
        // Of one that was not kept, the resting orders met another process's later one, or it grew old meanwhile.
        (!marketIds.has(book.marketId) || kept.has(book.marketId) || books.mayDeal(book));
      return inputs.map((book): Result<Plan<Planned>> => {
        const turn = turns.get(book.marketId) ?? NOTHING;
        const outcome = turn.more ? 'more' : isServed(book) ? 'served' : 'unused';
        return ok({
          journals: turn.crossed.map(({ order, after, fills }) =>
            fills.length > 0 ? filling(order, after, fills) : ending(order),
          ),
          planned: { ...turn, outcome },
        });
      });
    },

    record: (tx, turns) => ({
      outcomes: turns.map(({ outcome }) => outcome),
      commitsAfter: true,
      sent: write(
        tx,
        turns.flatMap((turn) => turn.crossed),
        clock.nowMs(),
      ),
    }),
  });
}

async function write(tx: Tx, crossed: readonly Crossed[], nowMs: number): Promise<void> {
  if (crossed.length === 0) return;
  const at = new Date(nowMs);
  await Promise.all([
    updateOrders(
      tx,
      crossed.map(({ after }) => after),
      at,
    ),
    insertFills(
      tx,
      crossed.map(({ order, fills, before, terms }) => ({ order, fills, terms, bookSeq: before.book.seq })),
      at,
    ),
    writeTaken(
      tx,
      leftAfter(crossed),
      crossed
        .filter(({ fills }) => fills.length > 0)
        .map(({ order, fills, terms }) => ({ memberId: order.memberId, dealt: worthOfAll(fills, terms.quotePrice) })),
      nowMs,
    ),
  ]);
}

const crossingOf = (query: Query, usable: readonly Book[]) =>
  findCrossing(
    query,
    usable.map((book) => ({
      marketId: book.marketId,
      ask: bestOf(book, 'buy'),
      bid: bestOf(book, 'sell'),
    })),
  );

interface CrossingTerms {
  readonly dealing: Dealing;
  readonly nowMs: number;
}

interface CrossedSide {
  readonly before: BookLeft;
  readonly side: Side;
  readonly best: string;
}

async function lockResting(tx: Tx, sides: readonly CrossedSide[], except: readonly string[]): Promise<Order[][]> {
  const marketsOf = (side: Side) =>
    sides.flatMap(({ before, best, ...each }) =>
      each.side === side ? [{ marketId: before.book.marketId, best }] : [],
    );
  const of = (side: Side) => lockCrossingOrders(tx, { side, markets: marketsOf(side), max: MAX_BATCH, except });
  const [, buys, sells] = await Promise.all([
    lockCrossingFirst(tx, { buys: marketsOf('buy'), sells: marketsOf('sell'), max: MAX_BATCH, except }),
    of('buy'),
    of('sell'),
  ]);
  return sides.map(({ before, side }) => (side === 'buy' ? buys : sells).get(before.book.marketId) ?? []);
}

/** The coin that the dealer pays an order in. */
const paidIn = ({ side, market }: Order): string => (side === 'buy' ? market.base.id : market.quote.id);

/** Serves all crossed sides, one after the other, since each deal limits the next. Answers a turn for each market. */
async function crossAll(
  tx: Tx,
  crossing: readonly { readonly marketId: string; readonly side: Side }[],
  kept: ReadonlyMap<string, BookLeft>,
  terms: CrossingTerms,
): Promise<ReadonlyMap<string, Turn>> {
  const sides = crossing.flatMap(({ marketId, side }): CrossedSide[] => {
    const before = kept.get(marketId);
    const best = before ? bestOf(before.book, side) : null;
    return before && best !== null ? [{ before, side, best }] : [];
  });
  const resting = await lockResting(tx, sides, []);
  const orders = resting.flat();
  if (orders.length === 0) return new Map();
  const [funds] = await Promise.all([
    houseAvailable(tx, 'spot', [...new Set(orders.map(paidIn))]),
    terms.dealing.learn(
      tx,
      orders.map(({ memberId }) => memberId),
      terms.nowMs,
    ),
  ]);
  const turns = new Map<string, Turn>();
  for (const [index, side] of sides.entries()) {
    const { marketId } = side.before.book;
    const { crossed, more } = await crossSide(tx, side, resting[index] ?? [], { ...terms, funds });
    const before = turns.get(marketId) ?? NOTHING;
    turns.set(marketId, { crossed: [...before.crossed, ...crossed], more: before.more || more });
  }
  return turns;
}

/**
 * Walks one side's orders over a snapshot. An order that the dealer cannot pay, or whose owner's minute is used up, is
 * skipped.
 */
async function crossSide(
  tx: Tx,
  side: CrossedSide,
  resting: readonly Order[],
  { dealing, nowMs, funds }: CrossingTerms & { readonly funds: Map<string, Amount> },
): Promise<Turn> {
  const except = new Set<string>();
  let orders = resting;
  for (;;) {
    if (orders.length === 0) return NOTHING;
    const queue = new Queue(side.before, { dealing, funds });
    const isOver = orders.some((order) => !queue.serve(order));
    const { crossed, stopped } = queue;
    const more = !isOver && orders.length === MAX_BATCH;
    if (crossed.length > 0 || !more || [...stopped].every((memberId) => except.has(memberId)))
      return { crossed, more: more && crossed.length > 0 };
    // The whole batch may belong to members whose minute is used up: read on behind them.
    for (const memberId of stopped) except.add(memberId);
    orders = (await lockResting(tx, [side], [...except]))[0] ?? [];
    await dealing.learn(
      tx,
      orders.map(({ memberId }) => memberId),
      nowMs,
    );
  }
}

class Queue {
  readonly crossed: Crossed[] = [];
  readonly stopped = new Set<string>();
  readonly #before: BookLeft;
  readonly #dealing: Dealing;
  /** What the dealer has left of each coin in this turn, of all sides. */
  readonly #funds: Map<string, Amount>;
  #levels: readonly Level[] | undefined;

  constructor(before: BookLeft, { dealing, funds }: { dealing: Dealing; funds: Map<string, Amount> }) {
    this.#before = before;
    this.#dealing = dealing;
    this.#funds = funds;
  }

  /** Serves the next order; false when neither it nor a later one can be served. */
  serve(order: Order): boolean {
    const { side, market, memberId } = order;
    const levels = this.#levels ?? this.#before[against(side)];
    const terms = this.#dealing.terms(memberId, market, side);
    if (!terms) return false;
    const best = levels
      .map(({ price, size }) => ({ price: leaned(price, side, terms.lean), size }))
      .find((level) => isTradable(level, market));
    // The rest of the book is beyond this order's limit, and so beyond those of later orders.
    if (!best || !crosses(side, order.limit, best.price)) return false;
    const walked = (room: typeof NO_BOUNDS) =>
      walk(levels, wantedBy(order), market, { feeRate: order.feeRate, lean: terms.lean, room });
    const { fills, left } = walked(roomWithin(terms, market));
    if (fills.length === 0 && walked(NO_BOUNDS).fills.length > 0) {
      if (walked(terms.room).fills.length === 0) return false;
      this.stopped.add(memberId);
      return true;
    }
    const owed = sum(fills.map((fill) => (side === 'buy' ? fill.quantity : fill.paid)));
    const has = this.#funds.get(paidIn(order)) ?? ZERO;
    if (owed > has) return true;
    this.#funds.set(paidIn(order), minus(has, owed));
    this.#levels = left;
    this.#dealing.count({ memberId, pair: market, side, parts: fills }, worthOfAll(fills, terms.quotePrice));
    this.crossed.push({
      order,
      after: fills.length > 0 ? afterFills(order, fills) : ended(order),
      fills,
      before: this.#before,
      terms,
    });
    return true;
  }
}

function leftAfter(crossed: readonly Crossed[]): BookLeft[] {
  const byMarket = Map.groupBy(crossed, ({ order }) => order.market.id);
  return [...byMarket.values()].flatMap((each) => {
    const before = each[0]?.before;
    const fillsOf = (side: Side) =>
      each.filter(({ order }) => order.side === side).flatMap(({ fills }) => takesOf(fills));
    return before
      ? [{ ...before, asks: takeAway(before.asks, fillsOf('buy')), bids: takeAway(before.bids, fillsOf('sell')) }]
      : [];
  });
}
