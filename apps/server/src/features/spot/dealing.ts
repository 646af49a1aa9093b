import type { Side } from '@plimsoll/contract';
import {
  affordable,
  minOf,
  minus,
  notional,
  plus,
  price,
  sum,
  unitOf,
  ZERO,
  type Amount,
  type Price,
  type Rate,
} from '@plimsoll/money';
import { UNBOUNDED, type Room } from '@plimsoll/rules';
import { type MarketData, type TradedMarket, usdtPriceOf } from '../../market/index.ts';
import { Briefly } from '../../platform/briefly.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Query, Tx } from '../../platform/db.ts';
import { lockAlone, lockAndRead, readDealt, readPositions, Stock } from './dealing-store.ts';
import { leanOf, NO_LEAN, roomOf, type Direction, type Position, type SpotLimits } from './position.ts';

/** How old the leans shown to members may be. */
const LEANS_MS = 1_000;

/** The coin of the limits; the dealer has no position in it. */
const UNIT = 'USDT';
const ONE = price('1');

export type Pair = Pick<TradedMarket, 'base' | 'quote'>;

export interface Terms {
  readonly lean: Rate;
  /** The position that it leans by: of the two coins, the one that leans further. */
  readonly by: Position;
  readonly room: Room;
  readonly minuteLeft: Amount;
  readonly minuteLimit: Amount;
  readonly quotePrice: Price;
}

/** Deals in one market, by order or exchange. */
export interface Dealt {
  readonly memberId: string;
  readonly pair: Pair;
  readonly side: Side;
  readonly parts: readonly { readonly quantity: Amount; readonly paid: Amount }[];
}

/** What was paid in USDT, rounded down. */
export const worthOf = (paid: Amount, quotePrice: Price): Amount => notional(quotePrice, paid, 'down');

/** What these were worth in USDT: the sum of each rounded worth. */
export const worthOfAll = (parts: Dealt['parts'], quotePrice: Price): Amount =>
  sum(parts.map(({ paid }) => worthOf(paid, quotePrice)));

/** The maximum that an order may be filled for: by positions and by the member's minute. */
export const roomWithin = ({ room, minuteLeft, quotePrice }: Terms, { quote }: Pair): Room => ({
  quantity: room.quantity,
  paid: minOf(room.paid, affordable(minuteLeft, quotePrice, unitOf(quote.decimals))),
});

const roomIn = ({ title }: Pair['base'], position: Position, direction: Direction): Amount =>
  title === UNIT ? UNBOUNDED : roomOf(position, direction);
const coinsOf = (pairs: readonly Pair[]): string[] => [
  ...new Set(
    pairs
      .flatMap(({ base, quote }) => [base, quote])
      .filter(({ title }) => title !== UNIT)
      .map(({ id }) => id),
  ),
];

/** Positions and members' minutes, updated deal by deal within one transaction. */
export class Dealing {
  readonly #limits: SpotLimits;
  readonly #priceOf: (coinId: string) => Price | undefined;
  readonly #positions: Map<string, Amount>;
  readonly #dealt: Map<string, Amount>;

  constructor(
    limits: SpotLimits,
    priceOf: (coinId: string) => Price | undefined,
    positions: Map<string, Amount>,
    dealt: Map<string, Amount>,
  ) {
    this.#limits = limits;
    this.#priceOf = priceOf;
    this.#positions = positions;
    this.#dealt = dealt;
  }

  /** The terms of a deal; undefined while a coin has no price, since it could not be limited. */
  terms(memberId: string, { base, quote }: Pair, side: Side): Terms | undefined {
    const quotePrice = this.#price(quote);
    const ofBase = this.#position(base);
    const ofQuote = this.#position(quote);
    if (quotePrice === undefined || ofBase === undefined || ofQuote === undefined) return undefined;
    const [baseGoes, quoteGoes]: readonly [Direction, Direction] = side === 'buy' ? ['down', 'up'] : ['up', 'down'];
    const [baseLean, quoteLean] = [leanOf(ofBase, baseGoes), leanOf(ofQuote, quoteGoes)];
    const left = minus(this.#limits.memberMinute, this.#dealt.get(memberId) ?? ZERO);
    return {
      ...(quoteLean > baseLean ? { lean: quoteLean, by: ofQuote } : { lean: baseLean, by: ofBase }),
      room: { quantity: roomIn(base, ofBase, baseGoes), paid: roomIn(quote, ofQuote, quoteGoes) },
      minuteLeft: left > ZERO ? left : ZERO,
      minuteLimit: this.#limits.memberMinute,
      quotePrice,
    };
  }

  /** Counts a deal and its worth in USDT. */
  count({ memberId, pair: { base, quote }, side, parts }: Dealt, worth: Amount): void {
    const buys = side === 'buy';
    const quantity = sum(parts.map((part) => part.quantity));
    const paid = sum(parts.map((part) => part.paid));
    const move = ({ id }: Pair['base'], by: Amount): void => {
      this.#positions.set(id, plus(this.#positions.get(id) ?? ZERO, by));
    };
    move(base, buys ? minus(ZERO, quantity) : quantity);
    move(quote, buys ? paid : minus(ZERO, paid));
    this.#dealt.set(memberId, plus(this.#dealt.get(memberId) ?? ZERO, worth));
  }

  /** Reads what members dealt for who were unknown when it was opened. */
  async learn(tx: Tx, memberIds: readonly string[], nowMs: number): Promise<void> {
    const unknown = [...new Set(memberIds)].filter((id) => !this.#dealt.has(id));
    if (unknown.length === 0) return;
    const found = await readDealt(tx, unknown, nowMs);
    for (const id of unknown) this.#dealt.set(id, found.get(id) ?? ZERO);
  }

  #price({ id, title }: Pair['base']): Price | undefined {
    return title === UNIT ? ONE : this.#priceOf(id);
  }

  #position(coin: Pair['base']): Position | undefined {
    const { id: coinId } = coin;
    const each = this.#price(coin);
    // There is no position in the limits' own coin.
    const quantity = coin.title === UNIT ? ZERO : this.#positions.get(coinId);
    return each === undefined || each <= 0n || quantity === undefined
      ? undefined
      : { coinId, quantity, price: each, limit: this.#limits.position };
  }
}

export interface Standing {
  readonly limit: Amount;
  /** Of every coin but USDT; negative when more was sold than bought. The worth is absolute, null without a price. */
  readonly positions: readonly { readonly coinId: string; readonly quantity: Amount; readonly worth: Amount | null }[];
}

export interface LimitsDeps {
  readonly market: MarketData;
  readonly clock: Clock;
  readonly limits: () => SpotLimits;
}

/**
 * The dealer's limits (RULES 3), shared by all processes: opening them locks coins and members until the transaction
 * ends. Always opened before books are locked, which prevents deadlocks.
 */
export class HouseLimits {
  readonly #deps: LimitsDeps;
  readonly #stock = new Stock();

  readonly #positions: Briefly<Map<string, Amount>>;

  constructor(deps: LimitsDeps) {
    this.#deps = deps;
    this.#positions = new Briefly({ clock: deps.clock, ms: LEANS_MS });
  }

  async open(tx: Tx, pairs: readonly Pair[], memberIds: readonly string[]): Promise<Dealing> {
    if (memberIds.length === 0) return this.#dealing(new Map(), new Map());
    const coinIds = coinsOf(pairs);
    const members = [...new Set(memberIds)];
    const nowMs = this.#deps.clock.nowMs();
    const { positions, dealt } = await lockAndRead(tx, this.#stock, coinIds, members, nowMs);
    return this.#dealing(positions, dealt);
  }

  /** Opens them for deals of unknown members on these markets; all other deals wait. */
  async openForAll(tx: Tx, marketIds: readonly string[]): Promise<Dealing> {
    const coinIds = coinsOf(marketIds.flatMap((id) => this.#deps.market.byId(id) ?? []));
    const [, positions] = await Promise.all([lockAlone(tx, coinIds), readPositions(tx, coinIds)]);
    return this.#dealing(positions, new Map());
  }

  /**
   * How far prices lean against a buyer or a seller in a market, at most a second old; zero while a coin has no price.
   */
  async leans(query: Query): Promise<(pair: Pair, side: Side) => Rate> {
    const positions = await this.#positions.get('', () => readPositions(query, coinsOf(this.#deps.market.list())));
    const dealing = this.#dealing(positions, new Map());
    return (pair, side) => dealing.terms('', pair, side)?.lean ?? NO_LEAN;
  }

  /** Every position with a limit, and the limit. */
  async standing(query: Query): Promise<Standing> {
    const { market, limits } = this.#deps;
    const coinIds = market
      .coins()
      .filter(({ title }) => title !== UNIT)
      .map(({ id }) => id);
    const positions = [...(await readPositions(query, coinIds))].map(([coinId, quantity]) => {
      const each = this.#usdtMark(coinId);
      const size = quantity < ZERO ? minus(ZERO, quantity) : quantity;
      return { coinId, quantity, worth: each === undefined ? null : notional(each, size, 'up') };
    });
    return { limit: limits().position, positions };
  }

  #dealing(positions: Map<string, Amount>, dealt: Map<string, Amount>): Dealing {
    return new Dealing(this.#deps.limits(), (coinId) => this.#usdtMark(coinId), positions, dealt);
  }

  #usdtMark(coinId: string): Price | undefined {
    const { market } = this.#deps;
    const coin = market.coin(coinId);
    return (
      coin &&
      usdtPriceOf(coin, market.list(), (marketId) => market.mark(marketId)?.price ?? market.lastTick(marketId)?.price)
    );
  }
}
