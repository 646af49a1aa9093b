import type { KlineBar, Period } from '@plimsoll/contract';
import type { Price, Rate } from '@plimsoll/money';
import type { Clock } from '../platform/clock.ts';
import { Listeners } from '../platform/listeners.ts';
import type { Log } from '../platform/log.ts';
import { EMPTY_CATALOGUE, type Catalogue } from './catalogue.ts';
import type { FeedIdentity, RawBook, RawTick } from './feeds/feed.ts';
import { isFreshAt, isMarkFreshAt } from './fresh.ts';
import { LiveMarket } from './live-market.ts';
import type { Quarantine, SecondSource } from './tick-gate.ts';
import type { Book, Coin, DayFigures, Market, MarketData, MarketMark, Tick } from './types.ts';
import { usdtPriceOf } from './usdt-price.ts';

interface LiveDataOptions {
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly freshSeconds: () => number;
  readonly spotFee: () => Rate;
  readonly secondSource?: SecondSource;
}

/**
 * Everything known of every market, in memory: what a feed says goes in through {@link takeTick} and {@link takeBook},
 * answers come out.
 */
export class LiveData implements MarketData {
  readonly #clock: Clock;
  readonly #freshSeconds: () => number;
  readonly #secondSource: SecondSource | undefined;
  readonly #spotFee: () => Rate;
  readonly #tickListeners: Listeners<Tick>;
  readonly #bookListeners: Listeners<Book>;
  readonly #markListeners: Listeners<MarketMark>;
  readonly #quarantined = new Map<Quarantine, number>();
  /** Also of markets that are disabled by now: they may come back. */
  readonly #all = new Map<string, LiveMarket>();
  readonly #everEnabled = new Set<LiveMarket>();
  #enabledById = new Map<string, LiveMarket>();
  #enabledBySymbol = new Map<string, LiveMarket>();
  /** Disabled, but with open options: their ticks are still put on the tape, and shown to nobody. */
  #closingBySymbol = new Map<string, LiveMarket>();
  #closingNow: readonly LiveMarket[] = [];
  #catalogue: Catalogue = EMPTY_CATALOGUE;
  #candleTime: FeedIdentity['candleTime'] = 'source';
  #receivedMs: number | undefined;
  #changes = 0;

  constructor({ clock, log, freshSeconds, spotFee, secondSource }: LiveDataOptions) {
    this.#clock = clock;
    this.#tickListeners = new Listeners('market.tick', log);
    this.#bookListeners = new Listeners('market.book', log);
    this.#markListeners = new Listeners('market.mark', log);
    this.#freshSeconds = freshSeconds;
    this.#secondSource = secondSource;
    this.#spotFee = spotFee;
  }

  /** Takes over a catalogue as it was read. @returns the markets that are enabled for the first time. */
  setCatalogue(catalogue: Catalogue): LiveMarket[] {
    const enabled = catalogue.markets.map((market) => this.#known(market));
    const added = enabled.filter((live) => !this.#everEnabled.has(live));
    for (const live of added) this.#everEnabled.add(live);
    // One reading longer than their last option is open: that a mark lies beyond its expiry shows that nothing else can
    // decide it.
    const closing = [
      ...this.#closingNow.filter(({ market }) => !catalogue.markets.some(({ id }) => id === market.id)),
      ...(catalogue.closing ?? []).map((market) => this.#known(market)),
    ];
    this.#closingNow = (catalogue.closing ?? []).map((market) => this.#known(market));
    this.#closingBySymbol = new Map(closing.map((live) => [live.market.symbol, live]));
    this.#enabledById = new Map(enabled.map((live) => [live.market.id, live]));
    this.#enabledBySymbol = new Map(enabled.map((live) => [live.market.symbol, live]));
    this.#catalogue = catalogue;
    this.#changes += 1;
    return added;
  }

  #known(market: Market): LiveMarket {
    const live = this.#all.get(market.id) ?? new LiveMarket(market, this.#secondSource);
    this.#all.set(market.id, live);
    live.market = market;
    return live;
  }

  /** Every market whose ticks are wanted: the enabled ones, and those with open options. */
  heard(): readonly Market[] {
    return [...this.#enabledBySymbol.values(), ...this.#closingBySymbol.values()].map((live) => live.market);
  }

  /** A market whose prices are wanted, by its symbol. */
  heardBySymbol(symbol: string): Market | undefined {
    return (this.#enabledBySymbol.get(symbol) ?? this.#closingBySymbol.get(symbol))?.market;
  }

  /** Continues a market after the last tick that was kept, enabled or not. */
  resume(tick: Tick, sameRun: boolean): void {
    this.#all.get(tick.marketId)?.resume(tick, sameRun);
  }

  /** What a market takes of what is received: its own fee, or the site's. */
  spotFee(market: Market): Rate {
    return market.spotFee ?? this.#spotFee();
  }

  /**
   * Rises with every accepted tick, every change of the catalogue, and every minute: figures of the last 24 hours move
   * on in silence too.
   */
  get version(): number {
    return this.#changes + Math.floor(this.#clock.nowMs() / 60_000);
  }

  get catalogue(): Catalogue {
    return this.#catalogue;
  }

  /** Which time of a tick places it in a candle. */
  setCandleTime(candleTime: FeedIdentity['candleTime']): void {
    this.#candleTime = candleTime;
  }

  /** Where a tick or a book lies on the time line of the candles: a replay's source time is years ago. */
  timeOf(news: Tick | Book): number {
    return this.#candleTime === 'source' ? news.sourceTimeMs : news.receiveTimeMs;
  }

  /** Every market with what is known of it, by id; enabled ones only. */
  live(marketId: string): LiveMarket | undefined {
    return this.#enabledById.get(marketId);
  }

  liveMarkets(): readonly LiveMarket[] {
    return [...this.#enabledById.values()];
  }

  /** Takes a tick from the feed: the accepted tick, or undefined when it went into quarantine. */
  takeTick(raw: RawTick): Tick | undefined {
    const nowMs = this.#clock.nowMs();
    const closing = this.#closingBySymbol.get(raw.symbol);
    if (closing) {
      const last = closing.takeTick(raw, nowMs);
      return typeof last === 'string' ? this.#quarantine(last) : last;
    }
    const live = this.#enabledBySymbol.get(raw.symbol);
    const tick = live ? live.takeTick(raw, nowMs, this.#candleTime) : 'unknown_market';
    if (typeof tick === 'string') return this.#quarantine(tick);
    this.#receivedMs = nowMs;
    this.#changes += 1;
    this.#tickListeners.notify(tick);
    return tick;
  }

  /** Takes over a tick that another process accepted. */
  followTick(tick: Tick): void {
    const live = this.#enabledById.get(tick.marketId);
    if (!live) {
      this.#all.get(tick.marketId)?.followTick(tick);
      return;
    }
    if (!live.followTick(tick, this.#candleTime)) return;
    this.#receivedMs = tick.receiveTimeMs;
    this.#changes += 1;
    this.#tickListeners.notify(tick);
  }

  /** Takes over a book that another process accepted. */
  followBook(book: Book): void {
    if (this.#enabledById.get(book.marketId)?.followBook(book) === true) this.#bookListeners.notify(book);
  }

  /** Takes a mark, own or of another process. A market that is closing has marks too; nobody is notified of them. */
  takeMark(mark: MarketMark): void {
    if (this.#all.get(mark.marketId)?.takeMark(mark) !== true || !this.#enabledById.has(mark.marketId)) return;
    this.#changes += 1;
    this.#markListeners.notify(mark);
  }

  /** The last mark that was not held back, however old; of disabled markets too. */
  lastMark(marketId: string): MarketMark | undefined {
    return this.#all.get(marketId)?.mark;
  }

  /** Takes over how much of a market another process did not use since midnight, UTC. */
  followQuarantined(marketId: string, count: number): void {
    this.#enabledById.get(marketId)?.followQuarantined(count, this.#clock.nowMs());
  }

  /** The candles of one market are made anew; all that is asked for afterwards says it. */
  rebuild(marketId: string, ...past: Parameters<LiveMarket['rebuild']>): void {
    this.#enabledById.get(marketId)?.rebuild(...past);
    this.#changes += 1;
  }

  get candleTime(): FeedIdentity['candleTime'] {
    return this.#candleTime;
  }

  /** Takes a book from the feed, as {@link takeTick}. */
  takeBook(raw: RawBook): Book | undefined {
    if (this.#closingBySymbol.has(raw.symbol)) return undefined;
    const live = this.#enabledBySymbol.get(raw.symbol);
    const book = live ? live.takeBook(raw, this.#clock.nowMs()) : 'unknown_market';
    if (typeof book === 'string') return this.#quarantine(book);
    this.#bookListeners.notify(book);
    return book;
  }

  /** How much went into quarantine since the start, by reason. */
  quarantined(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#quarantined);
  }

  /** Ticks and books of a market that were not used since midnight, UTC; nothing is known of a disabled one. */
  quarantinedToday(marketId: string): number {
    return this.#enabledById.get(marketId)?.quarantinedToday(this.#clock.nowMs()) ?? 0;
  }

  /** Milliseconds since any market's last accepted tick; undefined before the first. */
  ageMs(): number | undefined {
    return this.#receivedMs === undefined ? undefined : this.#clock.nowMs() - this.#receivedMs;
  }

  list(): readonly Market[] {
    return this.#catalogue.markets;
  }

  byId(id: string): Market | undefined {
    return this.#enabledById.get(id)?.market;
  }

  bySymbol(symbol: string): Market | undefined {
    return this.#enabledBySymbol.get(symbol)?.market;
  }

  coins(): readonly Coin[] {
    return this.#catalogue.coins;
  }

  coin(id: string): Coin | undefined {
    return this.#catalogue.coins.find((coin) => coin.id === id);
  }

  lastTick(marketId: string): Tick | undefined {
    return this.#enabledById.get(marketId)?.lastTick;
  }

  isFresh(marketId: string): boolean {
    return isFreshAt(this.lastTick(marketId), this.#clock.nowMs(), this.#freshSeconds());
  }

  day(marketId: string): DayFigures | undefined {
    return this.#enabledById.get(marketId)?.candles.day(this.#clock.nowMs());
  }

  candles(marketId: string, period: Period, size: number): readonly KlineBar[] {
    return this.#enabledById.get(marketId)?.candles.newest(period, size, this.#clock.nowMs()) ?? [];
  }

  usdtPrice(coinId: string): Price | undefined {
    const coin = this.coin(coinId);
    return coin && usdtPriceOf(coin, this.list(), (marketId) => this.lastTick(marketId)?.price);
  }

  onTick(listener: (tick: Tick) => void): () => void {
    return this.#tickListeners.add(listener);
  }

  onBook(listener: (book: Book) => void): () => void {
    return this.#bookListeners.add(listener);
  }

  onMark(listener: (mark: MarketMark) => void): () => void {
    return this.#markListeners.add(listener);
  }

  mark(marketId: string): MarketMark | undefined {
    const mark = this.#enabledById.get(marketId)?.mark;
    const isFresh = mark !== undefined && isMarkFreshAt(mark, this.#clock.nowMs(), this.#freshSeconds());
    // Marks of a last word go on until its source counts as silent: a market is fresh by its book (RULES 2).
    return isFresh && this.book(marketId) ? mark : undefined;
  }

  book(marketId: string): Book | undefined {
    const book = this.#enabledById.get(marketId)?.book;
    return isFreshAt(book, this.#clock.nowMs(), this.#freshSeconds()) ? book : undefined;
  }

  #quarantine(reason: Quarantine): undefined {
    this.#quarantined.set(reason, (this.#quarantined.get(reason) ?? 0) + 1);
    return undefined;
  }
}
