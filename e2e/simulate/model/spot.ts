import { down, even, least, ONE, unitOf, up } from './exact.ts';
import { done, refused, type Outcome } from './outcome.ts';
import type { Book, Prices } from './prices.ts';
import { housePurse, memberPurse } from './purses.ts';
import { tooFine, type Market, type World } from './world.ts';

/** What a member orders; each kind reads its own fields. */
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

/** Spot by the rules (3): members trade with the house at the feed's book. */
export class Spot {
  readonly #world: World;
  readonly #prices: Prices;
  /** In the order they were placed. */
  readonly orders: SpotOrder[] = [];

  constructor(world: World, prices: Prices) {
    this.#world = world;
    this.#prices = prices;
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
    const unfit = isBudget ? this.#unfitBudget(wish, market, book) : unfitQuantity(wish, market);
    if (unfit) return unfit;
    const { maxOpenOrders } = this.#world.settings;
    if (wish.mode === 'limit' && maxOpenOrders !== null && this.open().filter((each) => each.wish.memberId === wish.memberId).length >= maxOpenOrders) {
      return refused('too_many_open_orders');
    }
    const order: SpotOrder = {
      id: '', wish, market, feeRate: market.fee ?? this.#world.settings.spotFee, status: 1, held: 0n, filled: 0n, paid: 0n, fee: 0n,
    };
    order.held = toHold(order);
    const payer = this.#payer(order);
    const isShort = !this.#world.purses.has(payer, order.held);
    const isNothing = wish.mode === 'market' && book !== undefined && legs(order, book).length === 0;
    // Which of the two is looked at first, nobody is promised.
    if (isShort || isNothing) return refused(...(isShort ? ['insufficient_balance'] : []), ...(isNothing ? ['no_liquidity'] : []));
    this.#world.purses.hold(payer, order.held);
    if (book) this.#fill(order, book);
    if (wish.mode === 'market') this.#end(order, 2);
    this.orders.push(order);
    return done({ status: order.status }, (id) => { order.id = id; });
  }

  cancel(memberId: string, id: string): Outcome {
    const order = this.orders.find((each) => each.id === id && each.wish.memberId === memberId);
    if (!order) return refused('not_found');
    if (order.status !== 1) return refused('order_not_open');
    this.#end(order, 3);
    return done();
  }

  /** A new book: those that wait and cross are filled, the best price first, the oldest first among equals. */
  serve(marketId: string): void {
    const book = this.#prices.freshBook(marketId);
    if (!book) return;
    for (const side of ['buy', 'sell'] as const) {
      const waiting = this.open().filter(({ market, wish }) => market.id === marketId && wish.side === side);
      waiting.sort((a, b) => (a.wish.price === b.wish.price ? this.orders.indexOf(a) - this.orders.indexOf(b) : a.wish.price > b.wish.price === (side === 'buy') ? -1 : 1));
      for (const order of waiting) this.#fill(order, book);
    }
  }

  /** The average price of what was filled, half to even. */
  average({ paid, filled }: SpotOrder): bigint {
    return filled === 0n ? 0n : even(paid * ONE, filled);
  }

  #unfitBudget({ amount }: SpotWish, market: Market, book: Book | undefined): Outcome | undefined {
    const best = book?.bestAsk;
    if (best === null || best === undefined) return refused('no_liquidity');
    return amount < up(best * market.min, ONE) ? refused('amount_below_minimum') : undefined;
  }

  #payer({ market, wish }: SpotOrder): string {
    return memberPurse(wish.memberId, FUNDS, wish.side === 'buy' ? market.quote.id : market.base.id);
  }

  #fill(order: SpotOrder, book: Book): void {
    const { purses } = this.#world;
    const { market, wish } = order;
    const buys = wish.side === 'buy';
    const [pays, gets] = buys ? [market.quote.id, market.base.id] : [market.base.id, market.quote.id];
    const taker = memberPurse(wish.memberId, FUNDS, gets);
    let isFilled = false;
    for (const { price, take, paid, fee } of legs(order, book)) {
      const [given, received] = buys ? [paid, take] : [take, paid];
      purses.capture(this.#payer(order), housePurse('spot', pays), given);
      purses.move(housePurse('spot', gets), taker, received);
      purses.move(taker, housePurse('fees', gets), fee);
      order.held -= given;
      order.filled += take;
      order.paid += paid;
      order.fee += fee;
      const side = buys ? 'asks' : 'bids';
      book[side] = book[side].map((level) => (level.price === price ? { price, size: level.size - take } : level)).filter(({ size }) => size > 0n);
      isFilled = true;
    }
    if (!isFilled || wish.mode === 'market') return;
    if (order.filled === wish.num) return this.#end(order, 2);
    // The improvement is given back with the fill that brought it.
    const needed = toHold(order);
    purses.release(this.#payer(order), order.held - needed);
    order.held = needed;
  }

  #end(order: SpotOrder, status: 2 | 3): void {
    this.#world.purses.release(this.#payer(order), order.held);
    order.held = 0n;
    order.status = status;
  }
}

function unfitQuantity({ mode, num, price }: SpotWish, market: Market): Outcome | undefined {
  if (num < market.min) return refused('amount_below_minimum');
  if (num % market.step !== 0n) return refused('amount_off_step');
  return mode === 'limit' && price % market.priceStep !== 0n ? refused('price_off_step') : undefined;
}

/** What an order must hold for what of it is not filled. */
function toHold({ wish, market, filled }: SpotOrder): bigint {
  if (wish.side === 'sell') return wish.num - filled;
  if (wish.mode === 'market') return wish.amount;
  const unit = unitOf(market.quote.places);
  return up(wish.price * (wish.num - filled), ONE * unit) * unit;
}

/** How an order walks a book: never worse than its limit, each level at its price and for at most its size. */
function legs(order: SpotOrder, book: Book) {
  const { market, wish, feeRate } = order;
  const buys = wish.side === 'buy';
  const [baseUnit, quoteUnit] = [unitOf(market.base.places), unitOf(market.quote.places)];
  const walked: { price: bigint; take: bigint; paid: bigint; fee: bigint }[] = [];
  let quantity = wish.num - order.filled;
  let budget = wish.amount;
  for (const { price, size } of buys ? book.asks : book.bids) {
    if (wish.mode === 'limit' && (buys ? price > wish.price : price < wish.price)) break;
    const isBudget = buys && wish.mode === 'market';
    const affords = down(budget * ONE, price);
    const most = least(isBudget ? affords - (affords % market.step) : quantity, size);
    const take = most - (most % baseUnit);
    const paid = down(price * take, ONE * quoteUnit) * quoteUnit;
    // A leg that would come to nothing is none.
    if (paid === 0n) continue;
    const [of, unit] = buys ? [take, baseUnit] : [paid, quoteUnit];
    walked.push({ price, take, paid, fee: down(of * feeRate, ONE * unit) * unit });
    quantity -= take;
    budget -= paid;
  }
  return walked;
}
