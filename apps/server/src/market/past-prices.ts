import type { Price } from '@plimsoll/money';
import { sql, type Query } from '../platform/db.ts';
import { firstMarkPrices, markPricesAt } from './marks/store.ts';
import type { Coin } from './types.ts';
import { usdtPriceOf, type Pair } from './usdt-price.ts';

/** The coin that everything is counted in. */
const UNIT = 'USDT';

/** A coin at a moment. */
export interface CoinMoment {
  readonly coinId: string;
  readonly atMs: number;
}

interface PairRow {
  id: string;
  base_coin: string;
  quote_coin: string;
}
const allPairs = sql<PairRow>('market.pastPairs', 'select id, base_coin, quote_coin from market order by sort, id');
const allCoins = sql<Coin>('market.pastCoins', 'select id, title, decimals from coin order by sort, id');

/** Every market and coin, in the catalogue's order. */
async function readPairs(query: Query): Promise<{ readonly pairs: readonly Pair[]; readonly coins: readonly Coin[] }> {
  const [rows, coins] = await Promise.all([query.run(allPairs), query.run(allCoins)]);
  const byId = new Map(coins.map((coin) => [coin.id, coin]));
  const pairs = rows.flatMap((row) => {
    const [base, quote] = [byId.get(row.base_coin), byId.get(row.quote_coin)];
    return base && quote ? [{ id: row.id, base, quote }] : [];
  });
  return { pairs, coins };
}

const keyOf = (id: string, atMs: number): string => `${id} ${atMs}`;

/** Prices of coins at moments, by the marks of then. */
interface PastPrices {
  /** By the last marks at or before the moment; undefined before the coin's first. */
  at(coinId: string, atMs: number): Price | undefined;
  /** The same; before a market's first mark by that one. */
  orFirstAt(coinId: string, atMs: number): Price | undefined;
  /** By the first marks of all. */
  firstOf(coinId: string): Price | undefined;
}

/** All markets, enabled or not: what was a price stays one. */
export class PriceBook {
  readonly unit: string;
  readonly #coins: ReadonlyMap<string, Coin>;
  readonly #pairs: readonly Pair[];

  private constructor(pairs: readonly Pair[], coins: readonly Coin[]) {
    this.#pairs = pairs;
    this.#coins = new Map(coins.map((coin) => [coin.id, coin]));
    this.unit = coins.find(({ title }) => title === UNIT)?.id ?? '';
  }

  static async open(query: Query): Promise<PriceBook> {
    const { pairs, coins } = await readPairs(query);
    return new PriceBook(pairs, coins);
  }

  titleOf(coinId: string): string {
    return this.#coins.get(coinId)?.title ?? '';
  }

  /** Coin ids in the catalogue's order. */
  coinIds(): readonly string[] {
    return [...this.#coins.keys()];
  }

  /** The markets that a coin's price may come by: its own, and those that lead on from them to USDT. */
  #waysOf(coinId: string): readonly Pair[] {
    const own = this.#pairs.filter(({ base, quote }) => base.id === coinId || quote.id === coinId);
    const direct = own.filter(({ base, quote }) => base.id === this.unit || quote.id === this.unit);
    if (direct.length > 0) return direct;
    const others = new Set(own.flatMap(({ base, quote }) => [base.id, quote.id]));
    return this.#pairs.filter(
      (pair) =>
        own.includes(pair) ||
        (others.has(pair.base.id) && pair.quote.id === this.unit) ||
        (others.has(pair.quote.id) && pair.base.id === this.unit),
    );
  }

  /** Reads what is needed for prices of coins at moments. */
  async read(query: Query, moments: readonly CoinMoment[]): Promise<PastPrices> {
    const ways = new Map([...new Set(moments.map(({ coinId }) => coinId))].map((id) => [id, this.#waysOf(id)]));
    const wanted = new Map(
      moments.flatMap(({ coinId, atMs }) =>
        (ways.get(coinId) ?? []).map(({ id }) => [keyOf(id, atMs), { marketId: id, atMs }] as const),
      ),
    );
    const [found, firsts] = await Promise.all([
      markPricesAt(query, [...wanted.values()]),
      firstMarkPrices(query, [...new Set([...ways.values()].flat().map(({ id }) => id))]),
    ]);
    const prices = new Map([...wanted.keys()].map((key, index) => [key, found[index]]));
    const priceBy = (coinId: string, last: (marketId: string) => Price | undefined): Price | undefined => {
      const coin = this.#coins.get(coinId);
      return coin && usdtPriceOf(coin, ways.get(coinId) ?? [], last);
    };
    return {
      at: (coinId, atMs) => priceBy(coinId, (id) => prices.get(keyOf(id, atMs))),
      orFirstAt: (coinId, atMs) => priceBy(coinId, (id) => prices.get(keyOf(id, atMs)) ?? firsts.get(id)),
      firstOf: (coinId) => priceBy(coinId, (id) => firsts.get(id)),
    };
  }
}

/** A coin's price in USDT by the last marks of any market, enabled or not; undefined when none ever had one. */
export async function lastPriceOf(query: Query, coinId: string, nowMs: number): Promise<Price | undefined> {
  const book = await PriceBook.open(query);
  return (await book.read(query, [{ coinId, atMs: nowMs }])).at(coinId, nowMs);
}
