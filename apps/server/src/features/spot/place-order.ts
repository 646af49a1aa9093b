import {
  ACCOUNT_TYPE,
  ok,
  refuse,
  SPOT_STATUS,
  type OrderKind,
  type Refusal,
  type Result,
  type Side,
} from '@plimsoll/contract';
import { minus, plus, sum, ZERO, type Amount, type Rate } from '@plimsoll/money';
import {
  accountKey,
  availableIn,
  defineCommand,
  type LedgerCommand,
  type MemberAccount,
  type Plan,
} from '../../ledger/index.ts';
import { crosses, holdOf, NO_BOUNDS, walk, type Fill } from '@plimsoll/rules';
import type { Book, Level, Market, MarketData, TradedMarket } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { elementAt } from '../../platform/element-at.ts';
import type { Ordered } from './check-order.ts';
import { roomWithin, worthOfAll, type Dealing, type HouseLimits, type Terms } from './dealing.ts';
import { writeTaken, type BookLeft, type Depth } from './book-snapshots.ts';
import { takeAway, takesOf } from './book-takes.ts';
import { afterFills, wantedBy, type Order } from './order.ts';
import { openKeyCaps, sharedKeys, type CappedKey, type KeyCaps } from './key-caps.ts';
import { cancelling, filling, placing } from './postings.ts';
import { countOpenOrders, insertFills, insertOrders, takeOrderIds } from './store.ts';
import { against, type TradableBooks } from './tradable-books.ts';

export interface Placing {
  readonly memberId: string;
  readonly market: Market;
  readonly ordered: Ordered;
  readonly feeRate: Rate;
  /** Maximum number of open orders of a member; null for any number. */
  readonly maxOpen: number | null;
  /** Plain unless given. */
  readonly kind?: OrderKind;
  /** The key of the program that places it, and the number that this gave it. */
  readonly key?: (CappedKey & { readonly clientId: string | null }) | undefined;
}

export interface Placed {
  readonly order: Order;
  readonly after: Order;
  readonly fills: readonly Fill[];
  readonly before: BookLeft | null;
  readonly terms: Terms | null;
}

const payerOf = (memberId: string, side: Side, market: TradedMarket): MemberAccount => ({
  memberId,
  type: ACCOUNT_TYPE.funds,
  coinId: side === 'buy' ? market.quote.id : market.base.id,
});

function newOrder(id: string, { memberId, market, ordered, feeRate, kind = 'plain', key }: Placing): Order {
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
    kind,
    keyId: key?.id ?? null,
    clientId: key?.clientId ?? null,
  };
}

/** The snapshot an order meets, if its best price is at the limit or better. */
function meets(books: TradableBooks, { market, ordered: { side, limit } }: Placing): Book | undefined {
  const book = books.of(market.id);
  const best = book?.[against(side)][0];
  return best && crosses(side, limit, best.price) ? book : undefined;
}

/** Levels and balances, updated order by order within one batch. */
class Batch {
  readonly #left = new Map<string, readonly Level[]>();
  readonly #balances: Map<string, Amount>;
  readonly #dealing: Dealing;

  constructor(balances: Map<string, Amount>, dealing: Dealing) {
    this.#balances = balances;
    this.#dealing = dealing;
  }

  /** Takes an order's hold from its owner's balance; false when there is too little, so that it uses up no depth. */
  pay(order: Order): boolean {
    const key = accountKey(payerOf(order.memberId, order.side, order.market));
    const rest = minus(this.#balances.get(key) ?? ZERO, order.held);
    if (rest < 0n) return false;
    this.#balances.set(key, rest);
    return true;
  }

  /** What its owner has of the coin that it holds. */
  availableTo(order: Order): Amount {
    return this.#balances.get(accountKey(payerOf(order.memberId, order.side, order.market))) ?? ZERO;
  }

  /** Returns the hold of an order that is refused after all, or cancelled. */
  payBack(order: Order): void {
    const key = accountKey(payerOf(order.memberId, order.side, order.market));
    this.#balances.set(key, plus(this.#balances.get(key) ?? ZERO, order.held));
  }

  /**
   * Fills an order as far as the book and house limits allow; `house_limit` when it crosses and they allow nothing.
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
    // Whole or not at all: what would be left shows that it is not.
    if (order.kind === 'fok' && sum(fills.map(({ quantity }) => quantity)) !== order.quantity)
      return ok({ fills: [], terms });
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

export interface PlaceDeps {
  readonly books: TradableBooks;
  readonly depth: Depth;
  readonly limits: HouseLimits;
  readonly clock: Clock;
  readonly market: Pick<MarketData, 'usdtPrice'>;
}

/** Places orders: each is held, filled from the market's snapshot as far as it crosses, else left open (RULES 3). */
export function placeOrders(deps: PlaceDeps): LedgerCommand<Placing, Placed, { id: number; status: 1 | 2 | 3 }> {
  return defineCommand({
    name: 'spot.place',
    plansTogether: true,
    shares: (inputs) => [sharedKeys(inputs)],
    plan: (tx, inputs) => planOrders(tx, inputs, deps),
    record: (tx, placed) => ({
      sent: writePlaced(tx, placed, deps.clock.nowMs()),
      outcomes: placed.map(({ after }) => ({ id: Number(after.id), status: SPOT_STATUS[after.status] })),
    }),
  });
}

async function planOrders(
  tx: Tx,
  inputs: readonly Placing[],
  deps: PlaceDeps,
): Promise<readonly Result<Plan<Placed>>[]> {
  const planner = await openPlanner(tx, inputs, deps);
  return inputs.map((input, index) => planner.place(input, index));
}

/** What an order would come to. */
export interface Previewed {
  readonly order: Order;
  readonly available: Amount;
  readonly refusals: readonly Refusal[];
  /** Undefined where it would be refused by the market, whatever its owner has. */
  readonly placed: Placed | undefined;
}

/** Where orders of one batch are planned, one after the other. */
export interface OrderPlanner {
  /** Plans the order at `index` of the inputs; its quantity may be another than that of the input then. */
  place(input: Placing, index: number): Result<Plan<Placed>>;
  /** What it would come to with enough money, and everything that refuses it. For a batch that is not written. */
  preview(input: Placing, index: number): Previewed;
  /** Adds what a cancelled order of this batch releases to what its owner can pay. */
  release(order: Order): void;
  /** Takes it back, as the order stays after all. */
  keep(order: Order): void;
}

/** Locks and reads what orders of one batch are planned with. */
export async function openPlanner(
  tx: Tx,
  inputs: readonly Placing[],
  { books, depth, limits, clock, market }: PlaceDeps,
): Promise<OrderPlanner> {
  const met = inputs.map((input) => meets(books, input));
  const snapshots = [...new Set(met)].filter((book) => book !== undefined);
  const payers = inputs.map(({ memberId, ordered, market }) => payerOf(memberId, ordered.side, market));
  const meeting = inputs.filter((_, index) => met[index]);
  // One round trip; house limits are always locked before books.
  const [caps, ids, exceeding, dealing, kept, balances] = await Promise.all([
    // Keys are locked before all else, in each process.
    openKeyCaps(tx, inputs, { nowMs: clock.nowMs(), priceOf: (coinId) => market.usdtPrice(coinId) }),
    takeOrderIds(tx, inputs.length),
    withTooManyOpen(tx, inputs),
    limits.open(
      tx,
      meeting.map(({ market }) => market),
      meeting.map(({ memberId }) => memberId),
    ),
    depth.lock(tx, snapshots, { mayUse: (book) => books.mayDeal(book), takesLater: true }),
    availableIn(tx, payers),
  ]);
  const batch = new Batch(balances, dealing);
  function* barring(order: Order, { maxOpen }: Placing, index: number): Generator<Refusal> {
    if (exceeding(index)) yield { reason: 'too_many_open_orders', params: { maximum: String(maxOpen) } };
    const capped = caps.refused(order, met[index]);
    if (capped) yield capped;
  }
  function plan(order: Order, index: number): Result<Plan<Placed>> {
    if (order.kind === 'maker') {
      if (!books.of(order.market.id)) return refuse('stale_market');
      return counted(caps, met[index] ? planUnfilled(batch, order) : planOrder(batch, order, null));
    }
    const before = met[index] ? (kept.get(order.market.id) ?? null) : null;
    // What must be filled at once needs a book to say that it is not.
    if (!before && order.kind !== 'plain') {
      return met[index] || !books.of(order.market.id)
        ? refuse('stale_market')
        : counted(caps, planUnfilled(batch, order));
    }
    // Another process met a later snapshot that is of no use here, or none is fresh, or the other side is empty.
    if (!before && order.limit === null)
      return refuse(!met[index] && books.of(order.market.id) ? 'no_liquidity' : 'stale_market');
    return counted(caps, planOrder(batch, order, before));
  }
  return {
    place(input, index) {
      const order = newOrder(elementAt(ids, index), input);
      for (const refusal of barring(order, input, index)) return { ok: false, refusal };
      return plan(order, index);
    },
    preview(input, index) {
      const order = newOrder(elementAt(ids, index), input);
      // Before it is counted towards its key's caps.
      const barred = [...barring(order, input, index)];
      return previewedIn(batch, order, { barred, plan: () => plan(order, index) });
    },
    release: (order) => batch.payBack(order),
    keep: (order) => {
      batch.pay(order);
    },
  };
}

const refusalOf = (plan: Result<unknown>): readonly Refusal[] => (plan.ok ? [] : [plan.refusal]);
const placedOf = (plan: Result<Plan<Placed>>): Placed | undefined => (plan.ok ? plan.value.planned : undefined);

function previewedIn(
  batch: Batch,
  order: Order,
  { barred, plan }: { readonly barred: readonly Refusal[]; readonly plan: () => Result<Plan<Placed>> },
): Previewed {
  const available = batch.availableTo(order);
  const first = plan();
  const refusals = [...barred, ...refusalOf(first)];
  if (available >= order.held) return { order, available, refusals, placed: placedOf(first) };
  // Lent, so that it is seen what else refuses it.
  batch.payBack(order);
  const lent = plan();
  refusals.push({ reason: 'insufficient_balance' }, ...refusalOf(lent));
  const once = refusals.filter(({ reason }, at) => refusals.findIndex((each) => each.reason === reason) === at);
  return { order, available, refusals: once, placed: placedOf(lent) };
}

/** Counts a planned order towards its key's caps, for later ones of the batch. */
function counted(caps: KeyCaps, plan: Result<Plan<Placed>>): Result<Plan<Placed>> {
  if (plan.ok) caps.count(plan.value.planned);
  return plan;
}

/** An order that is cancelled as it came. */
function planUnfilled(batch: Batch, order: Order): Result<Plan<Placed>> {
  if (!batch.pay(order)) return refuse('insufficient_balance');
  return ok(endedAtOnce(batch, { order, after: order, fills: [], before: null, terms: null }));
}

/** Cancels what is left of an order that does not rest, in the transaction that places it. */
function endedAtOnce(batch: Batch, placed: Placed): Plan<Placed> {
  const { order, after, fills } = placed;
  batch.payBack(after);
  return {
    journals: [placing(order), ...(fills.length > 0 ? [filling(order, after, fills)] : []), cancelling(after)],
    planned: { ...placed, after: { ...after, status: 'cancelled', held: ZERO } },
  };
}

const NOTHING: { readonly fills: readonly Fill[]; readonly terms: null } = { fills: [], terms: null };

function planOrder(batch: Batch, order: Order, before: BookLeft | null): Result<Plan<Placed>> {
  if (!batch.pay(order)) return refuse('insufficient_balance');
  const filled = before && batch.fill(order, before);
  if (filled && !filled.ok) {
    batch.payBack(order);
    return filled;
  }
  const { fills, terms } = filled ? filled.value : NOTHING;
  if (fills.length === 0 && order.limit === null) return refuse('no_liquidity');
  const after = fills.length > 0 ? afterFills(order, fills) : order;
  if (after.status === 'open' && (order.kind === 'ioc' || order.kind === 'fok'))
    return ok(endedAtOnce(batch, { order, after, fills, before, terms }));
  const journals = fills.length > 0 ? [placing(order), filling(order, after, fills)] : [placing(order)];
  return ok({ journals, planned: { order, after, fills, before, terms } });
}

/** Writes placed orders, their fills, and what they left of the books. */
export function writePlaced(tx: Tx, placed: readonly Placed[], nowMs: number): Promise<unknown> {
  const at = new Date(nowMs);
  return Promise.all([
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
}

/** Which inputs would exceed their member's maximum of open orders, earlier ones of the batch counted. */
async function withTooManyOpen(tx: Tx, inputs: readonly Placing[]): Promise<(index: number) => boolean> {
  const resting = inputs.filter(({ maxOpen, ordered }) => maxOpen !== null && ordered.limit !== null);
  if (resting.length === 0) return () => false;
  const counts = await countOpenOrders(tx, [...new Set(resting.map((input) => input.memberId))]);
  const exceeding = inputs.map(({ memberId, maxOpen, ordered }) => {
    const open = counts.get(memberId) ?? 0;
    if (maxOpen === null || ordered.limit === null) return false;
    if (open >= maxOpen) return true;
    counts.set(memberId, open + 1);
    return false;
  });
  return (index) => exceeding[index] ?? false;
}

/** What is left of each snapshot after the fills that were posted. */
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
