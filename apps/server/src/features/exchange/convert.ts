import { ok, refuse, type AccountType, type Answer, type Result } from '@plimsoll/contract';
import { conversionRate, converted, fits, format, formatShort, minus, neededFor, unitOf, type Amount, type ConversionLeg, type Rate } from '@plimsoll/money';
import type { Deed, Plan } from '../../ledger/index.ts';
import type { Book, Coin } from '../../market/types.ts';
import { keepBooks, type BestPrices } from '../spot/index.ts';
import { booksAlong, midOf, type BooksDeps } from './books.ts';
import type { Exchange, ExchangeLeg } from './exchange.ts';
import { exchanging } from './postings.ts';
import { insertExchanges, takeExchangeIds } from './store.ts';
import type { WayLeg } from './way.ts';

/** An exchange that was asked for: its form is checked, its price not made yet. */
export interface Asked {
  readonly memberId: string;
  readonly type: AccountType;
  readonly from: Coin;
  readonly to: Coin;
  readonly given: Amount;
  readonly way: readonly WayLeg[];
}

export interface ConvertDeps extends BooksDeps {
  /** What an exchange costs, once a leg; asked each time. */
  readonly spread: () => Rate;
}

/** What is received for `given`, down to the coin's places; refused when that would be nothing (rules 1). */
export function receivedFor({ from, to, given }: Pick<Asked, 'from' | 'to' | 'given'>, legs: readonly ConversionLeg[], spread: Rate): Result<Amount> {
  const unit = unitOf(to.decimals);
  const received = converted(given, legs, spread, unit);
  if (received === 0n) {
    return refuse('amount_below_minimum', { minimum: formatShort(neededFor(unit, legs, spread, unitOf(from.decimals))), coin: from.title });
  }
  // Nobody has so much of anything.
  return fits(received) ? ok(received) : refuse('insufficient_balance');
}

function legsAt(way: readonly WayLeg[], books: readonly Book[], kept: ReadonlyMap<string, BestPrices>): Result<readonly ExchangeLeg[]> {
  const legs = way.flatMap(({ market, sells }, index): ExchangeLeg[] => {
    const book = books[index];
    const best = kept.get(market.id);
    const mid = best && midOf(best);
    return book && mid !== undefined ? [{ marketId: market.id, symbol: market.symbol, bookSeq: book.seq, mid, sells }] : [];
  });
  return legs.length === way.length ? ok(legs) : refuse('no_liquidity');
}

function exchangeAt(id: string, asked: Asked, legs: readonly ExchangeLeg[], spread: Rate): Result<Exchange> {
  const received = receivedFor(asked, legs, spread);
  if (!received.ok) return received;
  const { memberId, type, from, to, given } = asked;
  const needed = neededFor(received.value, legs, spread, unitOf(from.decimals));
  return ok({ id, memberId, type, from, to, given, received: received.value, residue: minus(given, needed), spread, legs });
}

/** Gives one coin for another at the middle of the books of this moment, which are kept with it so that the member can check it afterwards (rules 5). */
export function converting(deps: ConvertDeps): Deed<Asked, Exchange, Answer<'exchangeCoin'>> {
  return {
    name: 'exchange.convert',
    async plan(tx, inputs) {
      const spread = deps.spread();
      const along = inputs.map(({ way }) => booksAlong(way, deps));
      // One look at the books for all: each market has one.
      const books = new Map(along.flatMap((each) => (each.ok ? each.value.map((book) => [book.marketId, book] as const) : [])));
      const [ids, kept] = await Promise.all([takeExchangeIds(tx, inputs.length), keepBooks(tx, [...books.values()])]);
      return inputs.map((asked, index): Result<Plan<Exchange>> => {
        const found = along[index] as (typeof along)[number];
        if (!found.ok) return found;
        const legs = legsAt(asked.way, found.value, kept);
        if (!legs.ok) return legs;
        const planned = exchangeAt(ids[index] as string, asked, legs.value, spread);
        return planned.ok ? ok({ journals: [exchanging(planned.value)], planned: planned.value }) : planned;
      });
    },
    async record(tx, exchanges) {
      await insertExchanges(tx, exchanges, new Date(deps.clock.nowMs()));
      return exchanges.map(({ id, received, legs, spread }) => ({
        // not money: an id, a number on the wire
        id: Number(id), received: format(received), rate: conversionRate(legs, spread),
        books: legs.map((leg) => ({ m_id: Number(leg.marketId), symbol: leg.symbol, seq: leg.bookSeq, mid: format(leg.mid) })),
      }));
    },
  };
}
