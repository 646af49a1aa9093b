import type { KlineBar } from '@plimsoll/contract';
import { amount, notional, price, rate, sum, type Price } from '@plimsoll/money';
import {
  type MarkTape,
  isFreshAt,
  isMarkFreshAt,
  type Book,
  type Coin,
  type DayFigures,
  type Level,
  type Market,
  type MarketData,
  type MarketMark,
  type Tick,
  usdtPriceOf,
} from '../market/index.ts';
import { MarkWriter } from '../market/marks/mark-writer.ts';
import { TickNotKept, type Tape } from '../market/tape/tape.ts';
import { TapeWriter } from '../market/tape/tape-writer.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';

/** A level: price, size in base. */
export type WrittenLevel = readonly [price: string, size: string];

interface ManualMarketOptions {
  readonly clock: Clock;
  /** The tape's database, where the markets have the same ids and symbols. */
  readonly db?: Db;
  /** The coins of the database; at least USDT, BTC and ETH. */
  readonly coins?: readonly Coin[];
  readonly freshSeconds?: number;
  /** The last sequence that was given before, in the same database. */
  readonly lastSeq?: number;
}

interface TickOptions {
  readonly size?: string;
  readonly sourceTimeMs?: number;
  readonly lost?: boolean;
}

interface MarkOptions {
  readonly held?: boolean;
  /** Names of the sources, each at this price. */
  readonly sources?: readonly string[];
  /** What the sources quoted, where the mark is another. */
  readonly quoted?: string;
}

const COINS: readonly Coin[] = [
  { id: '1', title: 'USDT', decimals: 8 },
  { id: '2', title: 'BTC', decimals: 8 },
  { id: '3', title: 'ETH', decimals: 8 },
];

/** id, base, quote, min, step, price step of each market a test has. */
const MARKETS = [
  ['1', 'BTC', 'USDT', '0.0001', '0.0001', '0.01'],
  ['2', 'ETH', 'USDT', '0.001', '0.0001', '0.01'],
  ['3', 'ETH', 'BTC', '0.001', '0.0001', '0.000001'],
] as const;

/** A price some units of 10⁻⁸ from another. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- arithmetic on a branded bigint loses the brand
const beside = (mid: Price, units: bigint): Price => (mid + units) as Price;

/**
 * Prices set by hand: btcusdt (1), ethusdt (2) and ethbtc (3), silent until {@link setTick} and {@link setBook}.
 * Listeners are called at once, in order.
 */
export class ManualMarket implements MarketData {
  readonly #clock: Clock;
  readonly #coins: readonly Coin[];
  #markets: readonly Market[];
  readonly #freshSeconds: number;
  readonly #ticks = new Map<string, Tick[]>();
  readonly #books = new Map<string, Book>();
  readonly #marks = new Map<string, MarketMark>();
  readonly #tickListeners = new Set<(tick: Tick) => void>();
  readonly #bookListeners = new Set<(book: Book) => void>();
  readonly #writer: TapeWriter | undefined;
  readonly #markListeners = new Set<(mark: MarketMark) => void>();
  readonly #markWriter: MarkWriter | undefined;
  readonly #lost = new Set<Tick>();
  #seq = 0;
  /** A tick that was set is written when somebody asks for it, and else lost with the object. */
  readonly tape: Tape;
  /** A mark that was set is written when somebody asks. */
  readonly marks: MarkTape;

  constructor({ clock, db, coins = COINS, freshSeconds = 5, lastSeq = 0 }: ManualMarketOptions) {
    this.#clock = clock;
    this.#seq = lastSeq;
    this.#writer = db && new TapeWriter({ db, clock, source: 'simulated' });
    this.#markWriter = db && new MarkWriter({ db, clock });
    this.marks = {
      complete: async () => {
        if (!this.#markWriter) throw new Error('this manual market was given no database for a tape');
        await this.#markWriter.complete();
      },
    };
    this.tape = {
      kept: async (tick) => {
        if (this.#lost.has(tick)) throw new TickNotKept(tick);
        return this.#tapeWriter().kept(tick);
      },
      complete: () => this.#tapeWriter().complete(),
    };
    this.#coins = coins;
    this.#freshSeconds = freshSeconds;
    this.#markets = MARKETS.map(([id, base, quote, min, step, priceStep]) => ({
      id,
      symbol: `${base}${quote}`.toLowerCase(),
      title: `${base}/${quote}`,
      base: this.#titled(base),
      quote: this.#titled(quote),
      min: amount(min),
      step: amount(step),
      priceStep: price(priceStep),
      maxJump: rate('0.2'),
      markDepth: amount('0'),
      spotFee: null,
      logo: `/coins/${base.toLowerCase()}.svg`,
      enabled: true,
    }));
  }

  /** Accepts a trade of `symbol` at this price, by default now. A `lost` one is never on the tape. */
  setTick(
    symbol: string,
    at: string,
    { size = '1', sourceTimeMs = this.#clock.nowMs(), lost = false }: TickOptions = {},
  ): Tick {
    const marketId = this.#idOf(symbol);
    this.#seq += 1;
    const tick: Tick = {
      marketId,
      seq: this.#seq,
      sourceTimeMs,
      receiveTimeMs: this.#clock.nowMs(),
      price: price(at),
      size: amount(size),
    };
    this.#ticks.set(marketId, [...(this.#ticks.get(marketId) ?? []), tick]);
    if (lost) this.#lost.add(tick);
    else this.#writer?.add(tick);
    for (const listener of [...this.#tickListeners]) listener(tick);
    return tick;
  }

  /** Makes a mark of `symbol` at this price, now. */
  setMark(
    symbol: string,
    at: string,
    { held = false, sources = ['sim-1', 'sim-2'], quoted = at }: MarkOptions = {},
  ): MarketMark {
    const marketId = this.#idOf(symbol);
    const mid = price(quoted);
    const timeMs = this.#clock.nowMs();
    this.#seq += 1;
    const mark: MarketMark = {
      marketId,
      seq: this.#seq,
      timeMs,
      price: price(at),
      held,
      sources: sources.map((name) => ({ name, bid: beside(mid, -1n), ask: beside(mid, 1n), timeMs })),
    };
    this.#markWriter?.add(mark);
    if (held) return mark;
    this.#marks.set(marketId, mark);
    for (const listener of [...this.#markListeners]) listener(mark);
    return mark;
  }

  /** The last sequence given to a tick, mark or book. */
  get lastSeq(): number {
    return this.#seq;
  }

  /** True while a mark is not on the tape. */
  get isBehind(): boolean {
    return (this.#markWriter?.waiting ?? 0) > 0;
  }

  /** Writes every mark to the tape, as the market does twice a second. */
  async keep(): Promise<void> {
    await this.#markWriter?.flush();
  }

  /** Sets a book, best level first. It gets the next sequence unless one is given. */
  setBook(
    symbol: string,
    { bids = [], asks = [], seq }: { bids?: readonly WrittenLevel[]; asks?: readonly WrittenLevel[]; seq?: number },
  ): Book {
    const marketId = this.#idOf(symbol);
    const nowMs = this.#clock.nowMs();
    this.#seq = seq ?? this.#seq + 1;
    const book: Book = {
      marketId,
      seq: this.#seq,
      tickSeq: this.lastTick(marketId)?.seq ?? 0,
      sourceTimeMs: nowMs,
      receiveTimeMs: nowMs,
      bids: bids.map(readLevel),
      asks: asks.map(readLevel),
    };
    this.#books.set(marketId, book);
    for (const listener of [...this.#bookListeners]) listener(book);
    return book;
  }

  /** Changes a market's catalogue entry. */
  change(symbol: string, changes: Partial<Market>): void {
    this.#markets = this.#markets.map((market) => (market.symbol === symbol ? { ...market, ...changes } : market));
  }

  list(): readonly Market[] {
    return this.#markets.filter((market) => market.enabled);
  }

  byId(id: string): Market | undefined {
    return this.list().find((market) => market.id === id);
  }

  bySymbol(symbol: string): Market | undefined {
    return this.list().find((market) => market.symbol === symbol);
  }

  coins(): readonly Coin[] {
    return this.#coins;
  }

  coin(id: string): Coin | undefined {
    return this.#coins.find((coin) => coin.id === id);
  }

  lastTick(marketId: string): Tick | undefined {
    return this.#ticks.get(marketId)?.at(-1);
  }

  book(marketId: string): Book | undefined {
    return this.#books.get(marketId);
  }

  mark(marketId: string): MarketMark | undefined {
    const mark = this.#marks.get(marketId);
    return mark && isMarkFreshAt(mark, this.#clock.nowMs(), this.#freshSeconds) ? mark : undefined;
  }

  isFresh(marketId: string): boolean {
    return isFreshAt(this.book(marketId), this.#clock.nowMs(), this.#freshSeconds);
  }

  /** Figures over every tick, however old. */
  day(marketId: string): DayFigures | undefined {
    const ticks = this.#ticks.get(marketId) ?? [];
    const [first] = ticks;
    const last = ticks.at(-1);
    if (!first || !last) return undefined;
    const prices = ticks.map((tick) => tick.price);
    return {
      open: first.price,
      high: prices.reduce((a, b) => (a > b ? a : b)),
      low: prices.reduce((a, b) => (a < b ? a : b)),
      close: last.price,
      amount: sum(ticks.map((tick) => tick.size)),
      vol: sum(ticks.map((tick) => notional(tick.price, tick.size, 'down'))),
      count: ticks.length,
    };
  }

  /** No history: a test of candles uses the real market. */
  candles(): readonly KlineBar[] {
    return [];
  }

  usdtPrice(coinId: string, withinMs = Infinity): Price | undefined {
    const coin = this.coin(coinId);
    return (
      coin &&
      usdtPriceOf(coin, this.list(), (marketId) => {
        const last = this.lastTick(marketId);
        return last && this.#clock.nowMs() - last.receiveTimeMs <= withinMs ? last.price : undefined;
      })
    );
  }

  onTick(listener: (tick: Tick) => void): () => void {
    this.#tickListeners.add(listener);
    return () => {
      this.#tickListeners.delete(listener);
    };
  }

  onBook(listener: (book: Book) => void): () => void {
    this.#bookListeners.add(listener);
    return () => {
      this.#bookListeners.delete(listener);
    };
  }

  onMark(listener: (mark: MarketMark) => void): () => void {
    this.#markListeners.add(listener);
    return () => {
      this.#markListeners.delete(listener);
    };
  }

  #tapeWriter(): TapeWriter {
    if (!this.#writer) throw new Error('this manual market was given no database for a tape');
    return this.#writer;
  }

  #titled(title: string): Coin {
    const coin = this.#coins.find((each) => each.title === title);
    if (!coin) throw new Error(`the manual market needs the coin ${title}`);
    return coin;
  }

  #idOf(symbol: string): string {
    const market = this.#markets.find((each) => each.symbol === symbol);
    if (!market) throw new Error(`the manual market has no ${symbol}`);
    return market.id;
  }
}

const readLevel = ([at, size]: WrittenLevel): Level => ({ price: price(at), size: amount(size) });
