import { even, ONE, unitOf, up, write } from './exact.ts';
import { done, refused, type Outcome } from './outcome.ts';
import { unpayable } from './payments.ts';
import type { Prices } from './prices.ts';
import { housePurse, memberPurse } from './purses.ts';
import { tooFine, type Coin, type World } from './world.ts';

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
  readonly marketId: string;
  readonly sells: boolean;
}

/** One coin for another at the middle less the spread, once a market on the way (rules 5). */
export function exchange(world: World, prices: Prices, usdt: Coin, wish: ExchangeWish): Outcome {
  if (world.settings.switches['flash_exchange_status'] === 0) return refused('switched_off');
  if (wish.fromId === wish.toId) return refused('same_coin');
  const [from, to] = [world.coins.get(wish.fromId), world.coins.get(wish.toId)];
  const way = from && to && wayOf(world, from, to, usdt);
  if (!way) return refused('not_found');
  if (tooFine(wish.given, from)) return refused('bad_amount');
  const books = way.map(({ marketId }) => prices.freshBook(marketId));
  if (books.includes(undefined)) return refused('stale_market');
  // What one comes to, as a fraction in which nothing was rounded.
  let [over, under] = [1n, 1n];
  for (const [index, { sells }] of way.entries()) {
    const { bestBid, bestAsk } = books[index] ?? {};
    if (bestBid === null || bestAsk === null || bestBid === undefined || bestAsk === undefined) return refused('no_liquidity');
    const mid = even(bestBid + bestAsk, 2n);
    over *= (sells ? mid : ONE) * (ONE - world.settings.spread);
    under *= (sells ? ONE : mid) * ONE;
  }
  const unit = unitOf(to.places);
  const received = (wish.given * over) / (under * unit) * unit;
  if (received === 0n) return refused('amount_below_minimum');
  const unpaid = unpayable(world, wish.memberId, wish.payPassword);
  if (unpaid) return unpaid;
  const { purses } = world;
  const [mine, got] = [memberPurse(wish.memberId, wish.type, from.id), memberPurse(wish.memberId, wish.type, to.id)];
  const short = [...(purses.has(mine, wish.given) ? [] : ['insufficient_balance']), ...(purses.has(housePurse('spot', to.id), received) ? [] : ['house_limit'])];
  if (short.length > 0) return refused(...short);
  const fromUnit = unitOf(from.places);
  const needed = up(received * under, over * fromUnit) * fromUnit;
  purses.move(mine, housePurse('spot', from.id), wish.given);
  purses.move(housePurse('spot', to.id), got, received);
  // What was given beyond the least that brings as much.
  purses.move(housePurse('spot', from.id), housePurse('rounding', from.id), wish.given - needed);
  return done({ received: write(received) });
}

/** The coins' own market in either direction, else through USDT. */
function wayOf({ markets }: World, from: Coin, to: Coin, usdt: Coin): Leg[] | undefined {
  const direct = (a: Coin, b: Coin): Leg | undefined => {
    const market = [...markets.values()].find(({ base, quote }) => (base === a && quote === b) || (base === b && quote === a));
    return market && { marketId: market.id, sells: market.base === a };
  };
  const one = direct(from, to);
  if (one) return [one];
  const [first, second] = [direct(from, usdt), direct(usdt, to)];
  return first && second && [first, second];
}
