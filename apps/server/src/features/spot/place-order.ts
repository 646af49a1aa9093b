import { ACCOUNT_TYPE, ok, refuse, SPOT_STATUS, type Result, type Side } from '@plimsoll/contract';
import { minus, plus, ZERO, type Amount, type Rate } from '@plimsoll/money';
import {
  accountKey,
  availableIn,
  defineCommand,
  type LedgerCommand,
  type MemberAccount,
  type Plan,
} from '../../ledger/index.ts';
import { crosses, holdOf, NO_BOUNDS, walk, type Fill } from '@plimsoll/rules';
import type { Book, Level, Market, TradedMarket } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import type { Ordered } from './check-order.ts';
import { roomWithin, worthOfAll, type Dealing, type HouseLimits, type Terms } from './dealing.ts';
import { writeTaken, type BookLeft, type Depth } from './book-snapshots.ts';
import { takeAway, takesOf } from './book-takes.ts';
import { afterFills, wantedBy, type Order } from './order.ts';
import { filling, placing } from './postings.ts';
import { countOpenOrders, insertFills, insertOrders, takeOrderIds } from './store.ts';
import { against, type TradableBooks } from './tradable-books.ts';

/** An order to place: checked, with the market and the fee it is placed under. */
export interface Placing {
  readonly memberId: string;
  readonly market: Market;
  readonly ordered: Ordered;
  readonly feeRate: Rate;
  /** Most open orders a member may have; null for any number. */
  readonly maxOpen: number | null;
}

/** An order that is placed, and what one snapshot filled of it at once. */
interface Placed {
  readonly order: Order;
  readonly after: Order;
  readonly fills: readonly Fill[];
  readonly before: BookLeft | null;
  /** What the house dealt at; null when nothing was met. */
  readonly terms: Terms | null;
}

const payerOf = (memberId: string, side: Side, market: TradedMarket): MemberAccount => ({
  memberId,
  type: ACCOUNT_TYPE.funds,
  coinId: side === 'buy' ? market.quote.id : market.base.id,
});

function newOrder(id: string, { memberId, market, ordered, feeRate }: Placing): Order {
  const held = holdOf(ordered, market);
  return {
    id,
    memberId,
    market,
    ...ordered,
    status: 'open',
    held,
    filled: ZERO,
    paid: ZERO,
    fee: ZERO,
    feeRate,
    fills: 0,
  };
}

/** The snapshot an order meets, if its best price is at the limit or better. */
function meets(books: TradableBooks, { market, ordered: { side, limit } }: Placing): Book | undefined {
  const book = books.of(market.id);
  const best = book?.[against(side)][0];
  return best && crosses(side, limit, best.price) ? book : undefined;
}

/** Levels and purses as the orders of one batch leave them for the next. */
class Batch {
  readonly #left = new Map<string, readonly Level[]>();
  readonly #purses: Map<string, Amount>;
  readonly #dealing: Dealing;

  constructor(purses: Map<string, Amount>, dealing: Dealing) {
    this.#purses = purses;
    this.#dealing = dealing;
  }

  /**
   * Takes what an order holds out of its owner's purse; false when there is too little, so that it cannot use up the
   * book for others.
   */
  pay(order: Order): boolean {
    const key = accountKey(payerOf(order.memberId, order.side, order.market));
    const rest = minus(this.#purses.get(key) ?? ZERO, order.held);
    if (rest < 0n) return false;
    this.#purses.set(key, rest);
    return true;
  }

  /** Gives back what an order was to hold that is refused after all. */
  payBack(order: Order): void {
    const key = accountKey(payerOf(order.memberId, order.side, order.market));
    this.#purses.set(key, plus(this.#purses.get(key) ?? ZERO, order.held));
  }

  /**
   * Fills an order as far as the book and the house's limits allow; refused when it crosses, and the limits allow
   * nothing of it.
   */
  fill(order: Order, before: BookLeft): Result<{ readonly fills: readonly Fill[]; readonly terms: Terms }> {
    const side = against(order.side);
    const key = `${order.market.id} ${side}`;
    const terms = this.#dealing.terms(order.memberId, order.market, order.side);
    if (!terms) return refuse('house_limit');
    const levels = this.#left.get(key) ?? before[side];
    const how = { feeRate: order.feeRate, lean: terms.lean };
    const { fills, left } = walk(levels, wantedBy(order), order.market, {
      ...how,
      room: roomWithin(terms, order.market),
    });
    if (fills.length === 0) {
      const isLimited = walk(levels, wantedBy(order), order.market, { ...how, room: NO_BOUNDS }).fills.length > 0;
      return isLimited ? refuse('house_limit') : ok({ fills, terms });
    }
    this.#left.set(key, left);
    this.#dealing.count(
      { memberId: order.memberId, pair: order.market, side: order.side, parts: fills },
      worthOfAll(fills, terms.quotePrice),
    );
    return ok({ fills, terms });
  }
}

const NOTHING = { fills: [] as readonly Fill[], terms: null };

/**
 * Places orders: each held, filled from the market's snapshot as far as it crosses, and otherwise left open (RULES 3).
 */
export function placeOrders({
  books,
  depth,
  limits,
  clock,
}: {
  books: TradableBooks;
  depth: Depth;
  limits: HouseLimits;
  clock: Clock;
}): LedgerCommand<Placing, Placed, { id: number; status: 1 | 2 | 3 }> {
  return defineCommand({
    name: 'spot.place',

    async plan(tx, inputs) {
      const met = inputs.map((input) => meets(books, input));
      const snapshots = [...new Set(met)].filter((book) => book !== undefined);
      const payers = inputs.map(({ memberId, ordered, market }) => payerOf(memberId, ordered.side, market));
      const meeting = inputs.filter((_, index) => met[index]);
      // ClusterServices, in one round trip; what limits the house is locked before books, as it always is.
      const [ids, exceeding, dealing, kept, purses] = await Promise.all([
        takeOrderIds(tx, inputs.length),
        withTooManyOpen(tx, inputs),
        limits.open(
          tx,
          meeting.map(({ market }) => market),
          meeting.map(({ memberId }) => memberId),
        ),
        depth.lock(tx, snapshots),
        availableIn(tx, payers),
      ]);
      const orders = inputs.map((input, index) => newOrder(ids[index] as string, input));
      const batch = new Batch(purses, dealing);

      return orders.map((order, index): Result<Plan<Placed>> => {
        if (exceeding(index)) return refuse('too_many_open_orders', { maximum: String(inputs[index]?.maxOpen) });
        const before = met[index] ? (kept.get(order.market.id) ?? null) : null;
        // Another process met a later snapshot; or there is none that is fresh; or nobody is on the other side of it.
        if (!before && order.limit === null) {
          return refuse(!met[index] && books.of(order.market.id) ? 'no_liquidity' : 'stale_market');
        }
        if (!batch.pay(order)) return refuse('insufficient_balance');
        const filled = before && batch.fill(order, before);
        if (filled && !filled.ok) {
          batch.payBack(order);
          return filled;
        }
        const { fills, terms } = filled ? filled.value : NOTHING;
        if (fills.length === 0 && order.limit === null) return refuse('no_liquidity');
        const after = fills.length > 0 ? afterFills(order, fills) : order;
        const journals = fills.length > 0 ? [placing(order), filling(order, after, fills)] : [placing(order)];
        return ok({ journals, planned: { order, after, fills, before, terms } });
      });
    },

    record(tx, placed) {
      const nowMs = clock.nowMs();
      const at = new Date(nowMs);
      const sent = Promise.all([
        insertOrders(
          tx,
          placed.map(({ after }) => after),
          at,
        ),
        insertFills(
          tx,
          placed.flatMap(({ order, fills, before, terms }) =>
            before && terms ? [{ order, fills, bookSeq: before.book.seq, terms }] : [],
          ),
          at,
        ),
        writeTaken(
          tx,
          leftAfter(placed),
          placed.flatMap(({ order, fills, terms }) =>
            terms && fills.length > 0 ? [{ memberId: order.memberId, dealt: worthOfAll(fills, terms.quotePrice) }] : [],
          ),
          nowMs,
        ),
      ]);
      return {
        sent,
        outcomes: placed.map(({ after }) => ({ id: Number(after.id), status: SPOT_STATUS[after.status] })),
      };
    },
  });
}

/** Tells which inputs would exceed their member's most open orders, earlier ones of the batch counted. */
async function withTooManyOpen(tx: Tx, inputs: readonly Placing[]): Promise<(index: number) => boolean> {
  if (inputs.every((input) => input.maxOpen === null)) return () => false;
  const counts = await countOpenOrders(tx, [...new Set(inputs.map((input) => input.memberId))]);
  const exceeding = inputs.map(({ memberId, maxOpen, ordered }) => {
    const open = counts.get(memberId) ?? 0;
    if (maxOpen === null || ordered.limit === null) return false;
    if (open >= maxOpen) return true;
    counts.set(memberId, open + 1);
    return false;
  });
  return (index) => exceeding[index] ?? false;
}

/** What is left of each snapshot after the fills that were really posted. */
function leftAfter(placed: readonly Placed[]): BookLeft[] {
  const left = new Map<string, BookLeft>();
  for (const { order, fills, before } of placed) {
    if (!before || fills.length === 0) continue;
    const side = against(order.side);
    const now = left.get(order.market.id) ?? before;
    left.set(order.market.id, { ...now, [side]: takeAway(now[side], takesOf(fills)) });
  }
  return [...left.values()];
}
