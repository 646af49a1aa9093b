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
import { leanOf, roomOf, type Direction, type Position, type SpotLimits } from './position.ts';

/** What members are shown of leans may be so old. */
const LEANS_MS = 1_000;

/** The coin that limits are told in; the house has no position in it. */
const UNIT = 'USDT';
const ONE = price('1');

/** The coins of a market. */
export type Pair = Pick<TradedMarket, 'base' | 'quote'>;

/** What the house deals at with a member in a market, on one side of it, at this moment. */
export interface Terms {
  readonly lean: Rate;
  /** The position that it leans by: of the two coins the one that leans further. */
  readonly by: Position;
  /** What the house's positions allow. */
  readonly room: Room;
  /** What the member may still deal for in this minute, in USDT. */
  readonly minuteLeft: Amount;
  readonly minuteLimit: Amount;
  /** One unit of the quote in USDT. */
  readonly quotePrice: Price;
}

/** What was dealt in a market, whatever with. */
export interface Dealt {
  readonly memberId: string;
  readonly pair: Pair;
  readonly side: Side;
  /** Each in base, and in quote. */
  readonly parts: readonly { readonly quantity: Amount; readonly paid: Amount }[];
}

/** What was paid, in USDT, rounded down. */
export const worthOf = (paid: Amount, quotePrice: Price): Amount => notional(quotePrice, paid, 'down');

/** What all of these were, in USDT: the sum of what each says of itself. */
export const worthOfAll = (parts: Dealt['parts'], quotePrice: Price): Amount =>
  sum(parts.map(({ paid }) => worthOf(paid, quotePrice)));

/** The most that an order may be filled for: what positions and the member's minute allow. */
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

/** Positions and what members dealt for in this minute, as the deals of one transaction leave them for the next. */
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

  /**
   * What the house deals at; undefined while nobody knows what a coin is worth: then it deals in nothing that could not
   * be limited.
   */
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

  /** Counts what was dealt, and its worth in USDT. */
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

  /** Learns what members dealt for that were not known when it was opened. */
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
    // In what everything is told in there is none.
    const quantity = coin.title === UNIT ? ZERO : this.#positions.get(coinId);
    return each === undefined || each <= 0n || quantity === undefined
      ? undefined
      : { coinId, quantity, price: each, limit: this.#limits.position };
  }
}

/** The house's positions, and what each may be worth in USDT. */
export interface Standing {
  readonly limit: Amount;
  /**
   * Of every coin but USDT; below zero what it sold on balance. The worth is of either sign above zero, and null while
   * nobody knows it.
   */
  readonly positions: readonly { readonly coinId: string; readonly quantity: Amount; readonly worth: Amount | null }[];
}

/** What the house's limits go by. */
export interface LimitsDeps {
  readonly market: MarketData;
  readonly clock: Clock;
  readonly limits: () => SpotLimits;
}

/**
 * The limits that the house deals within (RULES 3), counted by all processes together: whoever opens them has these
 * coins and members alone until the transaction ends. They are opened before books are locked, always, so that no two
 * wait for each other.
 */
export class HouseLimits {
  readonly #deps: LimitsDeps;
  readonly #stock = new Stock();

  readonly #positions: Briefly<Map<string, Amount>>;

  constructor(deps: LimitsDeps) {
    this.#deps = deps;
    this.#positions = new Briefly({ clock: deps.clock, ms: LEANS_MS });
  }

  /** For deals of these members in these pairs. */
  async open(tx: Tx, pairs: readonly Pair[], memberIds: readonly string[]): Promise<Dealing> {
    if (memberIds.length === 0) return this.#dealing(new Map(), new Map());
    const coinIds = coinsOf(pairs);
    const members = [...new Set(memberIds)];
    const nowMs = this.#deps.clock.nowMs();
    const { positions, dealt } = await lockAndRead(tx, this.#stock, coinIds, members, nowMs);
    return this.#dealing(positions, dealt);
  }

  /** For deals on these markets of members who are not known yet: nobody deals with anybody meanwhile. */
  async openForAll(tx: Tx, marketIds: readonly string[]): Promise<Dealing> {
    const coinIds = coinsOf(marketIds.flatMap((id) => this.#deps.market.byId(id) ?? []));
    const [, positions] = await Promise.all([lockAlone(tx, coinIds), readPositions(tx, coinIds)]);
    return this.#dealing(positions, new Map());
  }

  /**
   * Tells how far prices lean away from who buys in a market or sells there, as of a second ago at most; not at all
   * while nobody knows what a coin is worth.
   */
  async leans(query: Query): Promise<(pair: Pair, side: Side) => Rate> {
    const positions = await this.#positions.get('', () => readPositions(query, coinsOf(this.#deps.market.list())));
    const dealing = this.#dealing(positions, new Map());
    return (pair, side) => dealing.terms('', pair, side)?.lean ?? (0n as Rate);
  }

  /** Where the house stands in every coin that a limit holds for, and what the limit is. */
  async standing(query: Query): Promise<Standing> {
    const { market, limits } = this.#deps;
    const coinIds = market
      .coins()
      .filter(({ title }) => title !== UNIT)
      .map(({ id }) => id);
    const positions = [...(await readPositions(query, coinIds))].map(([coinId, quantity]) => {
      const each = this.#usdtMark(coinId);
      const size = (quantity < ZERO ? -quantity : quantity) as Amount;
      return { coinId, quantity, worth: each === undefined ? null : notional(each, size, 'up') };
    });
    return { limit: limits().position, positions };
  }

  #dealing(positions: Map<string, Amount>, dealt: Map<string, Amount>): Dealing {
    return new Dealing(this.#deps.limits(), (coinId) => this.#usdtMark(coinId), positions, dealt);
  }

  /** One unit in USDT at the mark, or at the last trade while a market has no mark. */
  #usdtMark(coinId: string): Price | undefined {
    const { market } = this.#deps;
    const coin = market.coin(coinId);
    return (
      coin &&
      usdtPriceOf(coin, market.list(), (marketId) => market.mark(marketId)?.price ?? market.lastTick(marketId)?.price)
    );
  }
}
