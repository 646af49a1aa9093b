import type { Answer, Input } from '@plimsoll/contract';
import type { PortfolioCoin, PortfolioPoint } from '@plimsoll/contract/portfolio';
import { averagePrice, format, minus, plus, sum, ZERO, type Amount } from '@plimsoll/money';
import { portfolioAt, type CoinWorth, type PortfolioAt } from '@plimsoll/rules';
import { PriceBook, type MarketData } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { keepUp } from './keep-up.ts';
import { beginningOf, endsOf, momentsOf } from './moments.ts';
import { readFirstMs } from './store.ts';
import { sumsBefore } from './sums-at.ts';

export interface PortfolioDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly market: Pick<MarketData, 'usdtPrice'>;
}

/** A portfolio at each of some moments; now by the prices that every other screen shows. */
async function portfoliosAt(
  { db, market }: PortfolioDeps,
  book: PriceBook,
  memberId: string,
  momentsMs: readonly number[],
): Promise<readonly PortfolioAt[]> {
  const last = momentsMs.length - 1;
  // Now has what is posted at this very moment.
  const all = await sumsBefore(
    db,
    book,
    memberId,
    momentsMs.map((atMs, index) => (index === last ? atMs + 1 : atMs)),
  );
  const needed = all.flatMap((sums, index) =>
    [...sums.coins]
      .filter(([, coin]) => coin.quantity !== 0n || coin.early !== 0n || index === last)
      .map(([coinId]) => ({ coinId, atMs: momentsMs[index] ?? 0 })),
  );
  const prices = await book.read(db, needed);
  return all.map((sums, index) => {
    const atMs = momentsMs[index] ?? 0;
    return portfolioAt(sums, {
      priceOf: (coinId) => (index === last ? market.usdtPrice(coinId) : undefined) ?? prices.orFirstAt(coinId, atMs),
      firstOf: (coinId) => prices.firstOf(coinId),
    });
  });
}

/** Worth without the money that came, with the money that went: it changes by profit alone. */
const earned = ({ worth, moneyIn, moneyOut }: PortfolioAt): Amount => plus(minus(worth, moneyIn), moneyOut);

const gain = ({ realised, unrealised }: CoinWorth): Amount => plus(realised, unrealised);

function pointsOf(momentsMs: readonly number[], all: readonly PortfolioAt[]): PortfolioPoint[] {
  return all.map((each, index) => {
    const [first = each, before = each] = [all[0], all[index - 1]];
    return {
      time: new Date(momentsMs[index] ?? 0).toISOString(),
      worth: format(each.worth),
      profit: format(minus(earned(each), earned(first))),
      money_in: format(minus(each.moneyIn, before.moneyIn)),
      money_out: format(minus(each.moneyOut, before.moneyOut)),
    };
  });
}

const priced = (coin: CoinWorth, value: Amount): string | null => (coin.price === undefined ? null : format(value));

function coinsOf(book: PriceBook, first: PortfolioAt, now: PortfolioAt): PortfolioCoin[] {
  const gains = new Map(first.coins.map((coin) => [coin.coinId, gain(coin)]));
  const places = new Map(book.coinIds().map((coinId, place) => [coinId, place]));
  const placeOf = ({ coinId }: CoinWorth): number => places.get(coinId) ?? places.size;
  return now.coins
    .toSorted((a, b) => (a.worth === b.worth ? placeOf(a) - placeOf(b) : a.worth < b.worth ? 1 : -1))
    .map((coin) => ({
      // not money: an id, a number on the wire
      c_id: Number(coin.coinId),
      coinName: book.titleOf(coin.coinId),
      quantity: format(coin.quantity),
      price: coin.price === undefined ? null : format(coin.price),
      worth: priced(coin, coin.worth),
      cost: format(coin.cost),
      average_cost: coin.quantity > 0n && coin.cost >= 0n ? format(averagePrice(coin.cost, coin.quantity)) : null,
      unrealised: priced(coin, coin.unrealised),
      realised: format(coin.realised),
      market: format(minus(gain(coin), gains.get(coin.coinId) ?? ZERO)),
    }));
}

/** A member's worth and profit over a range (RULES 9). */
export async function readPortfolio(
  deps: PortfolioDeps,
  memberId: string,
  { range, since, curve }: Input<'getPortfolio'>,
): Promise<Answer<'getPortfolio'>> {
  const { db, clock } = deps;
  const nowMs = clock.nowMs();
  const book = await PriceBook.open(db);
  await keepUp(db, book, memberId, { nowMs });
  const firstMs = range === 'all' ? await readFirstMs(db, memberId) : undefined;
  const fromMs = beginningOf(range, { nowMs, firstMs, sinceMs: since });
  const momentsMs = curve === '0' ? endsOf(fromMs, nowMs) : momentsOf(fromMs, nowMs);
  const all = await portfoliosAt(deps, book, memberId, momentsMs);
  const [first, now] = [all[0], all.at(-1)];
  if (!first || !now) throw new Error('a curve has no points');
  const parts = {
    market: minus(now.market, first.market),
    options: minus(now.options, first.options),
    fees: minus(now.fees, first.fees),
    interest: minus(now.interest, first.interest),
  };
  return {
    points: pointsOf(momentsMs, all),
    worth: format(now.worth),
    profit: format(sum(Object.values(parts))),
    parts: {
      market: format(parts.market),
      options: format(parts.options),
      fees: format(parts.fees),
      interest: format(parts.interest),
    },
    money_in: format(minus(now.moneyIn, first.moneyIn)),
    money_out: format(minus(now.moneyOut, first.moneyOut)),
    coins: coinsOf(book, first, now),
  };
}
