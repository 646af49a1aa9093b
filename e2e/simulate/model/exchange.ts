import { leaning, type Dealing, type Terms } from './dealing.ts';
import { down, ONE, unitOf, up, write } from './exact.ts';
import { done, refused, type Outcome } from './outcome.ts';
import { unpayable } from './payments.ts';
import type { Book, Level, Prices } from './prices.ts';
import { houseAccount, memberAccount } from './balances.ts';
import { tooFine, type Coin, type Market, type World } from './world.ts';

export interface ExchangeWish {
  readonly memberId: string;
  readonly type: 1 | 2;
  readonly fromId: string;
  readonly toId: string;
  readonly given: bigint;
  readonly payPassword: string;
}

/** A market on the way, whose base is sold or bought. */
interface Leg {
  readonly market: Market;
  readonly sells: boolean;
  readonly unit: bigint;
}

interface ExchangeModel {
  readonly world: World;
  readonly prices: Prices;
  readonly usdt: Coin;
  readonly dealing: Dealing;
}

/**
 * One coin for another by walking the books, never better than the mark less the spread, for each market on the way
 * (RULES 5).
 */
export function exchange({ world, prices, usdt, dealing }: ExchangeModel, wish: ExchangeWish): Outcome {
  if (world.settings.switches['flash_exchange_status'] === 0) return refused('switched_off');
  if (wish.fromId === wish.toId) return refused('same_coin');
  const [from, to] = [world.coins.get(wish.fromId), world.coins.get(wish.toId)];
  const way = from && to && wayOf(world, from, to, usdt);
  if (!way) return refused('not_found');
  if (tooFine(wish.given, from)) return refused('bad_amount');
  const books = way.map(({ market }) => prices.freshBook(market.id));
  const known = way.flatMap(({ market }) => prices.rememberedMark(market.id) ?? []);
  if (books.includes(undefined) || known.length < way.length) return refused('stale_market');
  const dealt = books.filter((book) => book !== undefined);
  if (dealt.some(({ bestBid, bestAsk }) => bestBid === null || bestAsk === null)) return refused('no_liquidity');
  // Checked against the shown books before the password; dealt at what is left of them.
  const first = walkAll(
    way,
    dealt.map(({ shown }) => shown),
    known,
    wish.given,
    world.settings.spread,
  );
  if (typeof first === 'string') return refused(first);
  const unpaid = unpayable(world, wish.memberId, wish.payPassword);
  if (unpaid) return unpaid;
  const marks = way.flatMap(({ market }) => prices.markOnTape(market.id) ?? []);
  if (marks.length < way.length) return refused('stale_market');
  const terms = way.flatMap(({ market, sells }) => dealing.terms(wish.memberId, market, !sells) ?? []);
  if (terms.length < way.length) return refused('house_limit');
  const walked = walkAll(
    way,
    dealt.map((book, index) => leaningBook(book, terms[index])),
    marks,
    wish.given,
    world.settings.spread,
  );
  if (typeof walked === 'string') return refused(walked);
  return settle({ world, dealing }, wish, { from, to, way, dealt, terms, walked });
}

/** An exchange that was walked, before it is paid. */
interface Quote {
  readonly from: Coin;
  readonly to: Coin;
  readonly way: readonly Leg[];
  readonly dealt: readonly Book[];
  readonly terms: readonly Terms[];
  readonly walked: Walked;
}

/** Moves the money, unless a balance or a limit is too small. */
function settle(
  { world, dealing }: Pick<ExchangeModel, 'world' | 'dealing'>,
  wish: ExchangeWish,
  quote: Quote,
): Outcome {
  const { from, to, way, dealt, walked } = quote;
  const { received, over, under } = walked;
  const { balances } = world;
  const [mine, got] = [
    memberAccount(wish.memberId, wish.type, from.id),
    memberAccount(wish.memberId, wish.type, to.id),
  ];
  const short = [
    ...(balances.has(mine, wish.given) ? [] : ['insufficient_balance']),
    ...(balances.has(houseAccount('spot', to.id), received) ? [] : ['house_limit']),
  ];
  if (short.length > 0) return refused(...short);
  const worth = worthOf(quote);
  if (isBeyondLimits(quote, worth)) return refused('house_limit');
  dealing.count(wish.memberId, worth);
  const fromUnit = unitOf(from.places);
  const needed = up(received * under, over * fromUnit) * fromUnit;
  balances.move(mine, houseAccount('spot', from.id), wish.given);
  balances.move(houseAccount('spot', to.id), got, received);
  // What was given beyond the minimum for this result.
  balances.move(houseAccount('spot', from.id), houseAccount('rounding', from.id), wish.given - needed);
  dealing.move(from, needed);
  dealing.move(to, -received);
  for (const [index, taken] of walked.taken.entries()) {
    const side = way[index]?.sells ? 'bids' : 'asks';
    const levels = dealt[index]?.[side] ?? [];
    for (const [place, { size }] of taken.entries()) dealt[index]?.take(side, size, levels[place]?.price ?? 0n);
  }
  return done({ received: write(received) });
}

const worthOf = ({ terms, walked }: Quote): bigint =>
  walked.legs.reduce((sum, { quote }, index) => sum + down(quote * (terms[index]?.quotePrice ?? 0n), ONE), 0n);

const isBeyondLimits = ({ terms, walked }: Quote, worth: bigint): boolean =>
  walked.legs.some(
    ({ base, quote }, index) =>
      base > (terms[index]?.base ?? 0n) || quote > (terms[index]?.quote ?? 0n) || worth > (terms[index]?.minute ?? 0n),
  );

type Sides = Pick<Book, 'bids' | 'asks'>;

interface Walked {
  readonly received: bigint;
  /** The result without any rounding, as a fraction. */
  readonly over: bigint;
  readonly under: bigint;
  readonly taken: readonly (readonly Level[])[];
  readonly legs: readonly { readonly base: bigint; readonly quote: bigint }[];
}

function leaningBook(book: Book, terms: Terms | undefined): Sides {
  const lean = (levels: readonly Level[], buys: boolean): Level[] =>
    levels.map(({ price, size }) => ({ price: leaning(price, terms?.lean ?? 0n, buys), size }));
  return { bids: lean(book.bids, false), asks: lean(book.asks, true) };
}

/** Walks market by market, never better than the mark less the spread; a reason when it cannot be done. */
function walkAll(
  way: readonly Leg[],
  books: readonly Sides[],
  marks: readonly bigint[],
  given: bigint,
  spread: bigint,
): Walked | 'no_liquidity' | 'amount_below_minimum' {
  let [over, under, amount] = [1n, 1n, given];
  const taken: Level[][] = [];
  const legs: { base: bigint; quote: bigint }[] = [];
  for (const [index, { sells, unit }] of way.entries()) {
    const { bids = [], asks = [] } = books[index] ?? {};
    const mark = marks[index] ?? 0n;
    const levels = sells ? bids : asks;
    const took: Level[] = [];
    // The rest to sell, or to spend in units of price times quantity.
    let rest = sells ? amount : amount * ONE;
    let isEnough = false;
    for (const { price, size } of levels) {
      const each = sells ? 1n : price;
      const quantity = rest >= size * each ? size : down(rest, each);
      if (quantity > 0n) took.push({ price, size: quantity });
      isEnough = rest <= size * each;
      rest -= quantity * each;
      if (isEnough) break;
    }
    if (!isEnough) return 'no_liquidity';
    taken.push(took);
    const gets = took.reduce((sum, { price, size }) => sum + size * (sells ? price : ONE), 0n);
    const fractions = [
      [gets, amount * ONE],
      [(sells ? mark : ONE) * (ONE - spread), (sells ? ONE : mark) * ONE],
    ] as const;
    const [a, b] = fractions;
    const [top, bottom] = a[0] * b[1] <= b[0] * a[1] ? a : b;
    const received = down(amount * top, bottom * unit) * unit;
    if (received === 0n) return 'amount_below_minimum';
    legs.push(sells ? { base: amount, quote: received } : { base: received, quote: amount });
    over *= top;
    under *= bottom;
    amount = received;
  }
  return { received: amount, over, under, taken, legs };
}

/** Their own market in either direction, else through USDT. */
function wayOf({ markets }: World, from: Coin, to: Coin, usdt: Coin): Leg[] | undefined {
  const direct = (a: Coin, b: Coin): Leg | undefined => {
    const market = [...markets.values()].find(
      ({ base, quote }) => (base === a && quote === b) || (base === b && quote === a),
    );
    return market && { market, sells: market.base === a, unit: unitOf(b.places) };
  };
  const one = direct(from, to);
  if (one) return [one];
  const [first, second] = [direct(from, usdt), direct(usdt, to)];
  return first && second && [first, second];
}
