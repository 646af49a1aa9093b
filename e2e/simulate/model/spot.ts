import { leaning, type Dealing, type Terms } from './dealing.ts';
import { down, even, min, ONE, unitOf, up } from './exact.ts';
import { done, refused, type Outcome } from './outcome.ts';
import type { Book, Prices } from './prices.ts';
import { houseAccount, memberAccount } from './balances.ts';
import { tooFine, type Market, type World } from './world.ts';

/** A member's order; each kind reads its own fields. */
export interface SpotWish {
  readonly memberId: string;
  readonly marketId: string;
  readonly side: 'buy' | 'sell';
  readonly mode: 'limit' | 'market';
  readonly num: bigint;
  readonly price: bigint;
  readonly amount: bigint;
}

export interface SpotOrder {
  id: string;
  readonly wish: SpotWish;
  readonly market: Market;
  readonly feeRate: bigint;
  status: 1 | 2 | 3;
  held: bigint;
  filled: bigint;
  paid: bigint;
  fee: bigint;
}

const FUNDS = 1;

/** Spot (RULES 3): members trade with the platform at the feed's book. */
export class Spot {
  readonly #world: World;
  readonly #prices: Prices;
  readonly #dealing: Dealing;
  readonly orders: SpotOrder[] = [];

  constructor(world: World, prices: Prices, dealing: Dealing) {
    this.#world = world;
    this.#prices = prices;
    this.#dealing = dealing;
  }

  open(): SpotOrder[] {
    return this.orders.filter(({ status }) => status === 1);
  }

  place(wish: SpotWish): Outcome {
    const market = this.#world.markets.get(wish.marketId);
    if (!market) return refused('not_found');
    const isBudget = wish.mode === 'market' && wish.side === 'buy';
    if (isBudget ? tooFine(wish.amount, market.quote) : tooFine(wish.num, market.base)) return refused('bad_amount');
    const book = this.#prices.freshBook(market.id);
    if (wish.mode === 'market' && !book) return refused('stale_market');
    const unfit = isBudget ? this.#unfitBudget(wish, market, book) : unfitQuantity(wish, market, book);
    if (unfit) return unfit;
    const { maxOpenOrders } = this.#world.settings;
    if (
      wish.mode === 'limit' &&
      maxOpenOrders !== null &&
      this.open().filter((each) => each.wish.memberId === wish.memberId).length >= maxOpenOrders
    ) {
      return refused('too_many_open_orders');
    }
    const order: SpotOrder = {
      id: '',
      wish,
      market,
      feeRate: market.fee ?? this.#world.settings.spotFee,
      status: 1,
      held: 0n,
      filled: 0n,
      paid: 0n,
      fee: 0n,
    };
    order.held = toHold(order);
    const payer = this.#payer(order);
    const isShort = !this.#world.balances.has(payer, order.held);
    const found = book && this.#looks(order, book);
    const isNothing = wish.mode === 'market' && found?.open === 0;
    // Either check may come first.
    if (isShort || isNothing)
      return refused(...(isShort ? ['insufficient_balance'] : []), ...(isNothing ? ['no_liquidity'] : []));
    // It meets the book, but the limits allow nothing.
    if (found && found.open > 0 && found.allowed === 0) return refused('house_limit');
    this.#world.balances.hold(payer, order.held);
    if (book) this.#fill(order, book);
    if (wish.mode === 'market') this.#end(order, 2);
    this.orders.push(order);
    return done({ status: order.status }, (id) => {
      order.id = id;
    });
  }

  cancel(memberId: string, id: string): Outcome {
    const order = this.orders.find((each) => each.id === id && each.wish.memberId === memberId);
    if (!order) return refused('not_found');
    if (order.status !== 1) return refused('order_not_open');
    this.#end(order, 3);
    return done();
  }

  /** A new book fills waiting orders that cross, best price first, then oldest first. */
  serve(marketId: string): void {
    const book = this.#prices.freshBook(marketId);
    if (!book) return;
    for (const side of ['buy', 'sell'] as const) {
      const waiting = this.open().filter(({ market, wish }) => market.id === marketId && wish.side === side);
      waiting.sort((a, b) =>
        a.wish.price === b.wish.price
          ? this.orders.indexOf(a) - this.orders.indexOf(b)
          : a.wish.price > b.wish.price === (side === 'buy')
            ? -1
            : 1,
      );
      for (const order of waiting) {
        const { isMet, open } = this.#looks(order, book);
        // It met a book, but too little was left to trade: it ends. Where only the limits stop it, it waits.
        if (!this.#fill(order, book) && isMet && open === 0) this.#end(order, 2);
      }
    }
  }

  average({ paid, filled }: SpotOrder): bigint {
    return filled === 0n ? 0n : even(paid * ONE, filled);
  }

  #unfitBudget({ amount }: SpotWish, market: Market, book: Book | undefined): Outcome | undefined {
    const best = book?.bestAsk;
    if (best === null || best === undefined) return refused('no_liquidity');
    return amount < up(best * market.min, ONE) ? refused('amount_below_minimum') : undefined;
  }

  #payer({ market, wish }: SpotOrder): string {
    return memberAccount(wish.memberId, FUNDS, wish.side === 'buy' ? market.quote.id : market.base.id);
  }

  #terms({ wish, market }: SpotOrder): Terms | undefined {
    return this.#dealing.terms(wish.memberId, market, wish.side === 'buy');
  }

  /** Levels that would fill an order without limits, and within them; and whether it meets any. */
  #looks(order: SpotOrder, book: Book): { readonly isMet: boolean; readonly open: number; readonly allowed: number } {
    const terms = this.#terms(order);
    // A coin without a known worth is not dealt in.
    if (!terms) return { isMet: false, open: tradable(order, book, 0n).length, allowed: 0 };
    return {
      isMet: tradable(order, book, terms.lean).length > 0,
      open: legs(order, book, { ...terms, base: null }).length,
      allowed: legs(order, book, terms).length,
    };
  }

  #fill(order: SpotOrder, book: Book): boolean {
    const { balances } = this.#world;
    const { market, wish } = order;
    const buys = wish.side === 'buy';
    const [pays, gets] = buys ? [market.quote.id, market.base.id] : [market.base.id, market.quote.id];
    const taker = memberAccount(wish.memberId, FUNDS, gets);
    const terms = this.#terms(order);
    if (!terms) return false;
    let isFilled = false;
    let worth = 0n;
    for (const { level, take, paid, fee } of legs(order, book, terms)) {
      const [given, received] = buys ? [paid, take] : [take, paid];
      balances.capture(this.#payer(order), houseAccount('spot', pays), given);
      balances.move(houseAccount('spot', gets), taker, received);
      balances.move(taker, houseAccount('fees', gets), fee);
      order.held -= given;
      order.filled += take;
      order.paid += paid;
      order.fee += fee;
      book.take(buys ? 'asks' : 'bids', take, level);
      this.#dealing.move(market.base, buys ? -take : take);
      this.#dealing.move(market.quote, buys ? paid : -paid);
      worth += down(paid * terms.quotePrice, ONE);
      isFilled = true;
    }
    if (isFilled) this.#dealing.count(wish.memberId, worth);
    if (!isFilled || wish.mode === 'market') return isFilled;
    // Dust never waits (RULES 3).
    const rest = wish.num - order.filled;
    if (rest < market.min || isNothing(wish.price, rest, market)) this.#end(order, 2);
    else {
      // A price improvement is released with its fill.
      const needed = toHold(order);
      balances.release(this.#payer(order), order.held - needed);
      order.held = needed;
    }
    return true;
  }

  #end(order: SpotOrder, status: 2 | 3): void {
    this.#world.balances.release(this.#payer(order), order.held);
    order.held = 0n;
    order.status = status;
  }
}

function unfitQuantity(
  { mode, num, price, side }: SpotWish,
  market: Market,
  book: Book | undefined,
): Outcome | undefined {
  if (num < market.min) return refused('amount_below_minimum');
  if (num % market.step !== 0n) return refused('amount_off_step');
  if (mode !== 'limit') return undefined;
  if (price % market.priceStep !== 0n) return refused('price_off_step');
  // A limit may go half of the best price beyond it.
  const best = side === 'buy' ? book?.bestAsk : book?.bestBid;
  if (best && (side === 'buy' ? 2n * price > 3n * best : 2n * price < best)) return refused('price_band');
  return isNothing(price, num, market) ? refused('amount_below_minimum') : undefined;
}

const isNothing = (price: bigint, quantity: bigint, market: Market): boolean =>
  down(price * quantity, ONE * unitOf(market.quote.places)) === 0n;

/** The side of a book an order meets as it leans, down to its limit, without untradable dust. */
function tradable({ market, wish }: SpotOrder, book: Book, lean: bigint) {
  const buys = wish.side === 'buy';
  const unit = unitOf(market.base.places);
  return (buys ? book.asks : book.bids)
    .map(({ price, size }) => ({ price: leaning(price, lean, buys), size }))
    .filter(
      ({ price, size }) =>
        (wish.mode === 'market' || (buys ? price <= wish.price : price >= wish.price)) &&
        !isNothing(price, size - (size % unit), market),
    );
}

/** The hold for the unfilled rest of an order. */
function toHold({ wish, market, filled }: SpotOrder): bigint {
  if (wish.side === 'sell') return wish.num - filled;
  if (wish.mode === 'market') return wish.amount;
  const unit = unitOf(market.quote.places);
  return up(wish.price * (wish.num - filled), ONE * unit) * unit;
}

/** Bounds of a walk; none where `base` is null. */
type Bounds = Omit<Terms, 'base'> & { readonly base: bigint | null };

/**
 * Legs of a walk: never worse than the limit, each level at its leaning price, for at most its size and what the limits
 * allow.
 */
function legs(order: SpotOrder, book: Book, { lean, base, quote, minute, quotePrice }: Bounds) {
  const { market, wish, feeRate } = order;
  const buys = wish.side === 'buy';
  const [baseUnit, quoteUnit] = [unitOf(market.base.places), unitOf(market.quote.places)];
  let roomBase = base ?? 0n;
  let roomQuote = min(quote, down(minute * ONE, quotePrice * quoteUnit) * quoteUnit);
  const walked: { price: bigint; level: bigint; take: bigint; paid: bigint; fee: bigint }[] = [];
  let quantity = wish.num - order.filled;
  let budget = wish.amount;
  for (const { price: level, size } of buys ? book.asks : book.bids) {
    const price = leaning(level, lean, buys);
    if (wish.mode === 'limit' && (buys ? price > wish.price : price < wish.price)) break;
    const isBudget = buys && wish.mode === 'market';
    const affords = down(budget * ONE, price);
    const wanted = min(isBudget ? affords - (affords % market.step) : quantity, size);
    const payable = down(roomQuote * ONE, price || 1n);
    const most =
      base === null ? wanted : min(wanted, min(roomBase - (roomBase % market.step), payable - (payable % market.step)));
    const take = most - (most % baseUnit);
    const paid = down(price * take, ONE * quoteUnit) * quoteUnit;
    // A leg without any payment does not count.
    if (paid === 0n) continue;
    const [of, unit] = buys ? [take, baseUnit] : [paid, quoteUnit];
    roomBase -= take;
    roomQuote -= paid;
    walked.push({ price, level, take, paid, fee: down(of * feeRate, ONE * unit) * unit });
    quantity -= take;
    budget -= paid;
  }
  return walked;
}
