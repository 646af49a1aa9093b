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

/** The state of every market, in memory. */
export class LiveData implements MarketData {
  readonly #clock: Clock;
  readonly #freshSeconds: () => number;
  readonly #secondSource: SecondSource | undefined;
  readonly #spotFee: () => Rate;
  readonly #tickListeners: Listeners<Tick>;
  readonly #bookListeners: Listeners<Book>;
  readonly #markListeners: Listeners<MarketMark>;
  readonly #quarantined = new Map<Quarantine, number>();
  /** Includes disabled markets, which may be enabled again. */
  readonly #all = new Map<string, LiveMarket>();
  readonly #everEnabled = new Set<LiveMarket>();
  #enabledById = new Map<string, LiveMarket>();
  #enabledBySymbol = new Map<string, LiveMarket>();
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

  /** Applies a catalogue. @returns the markets that are enabled for the first time. */
  setCatalogue(catalogue: Catalogue): LiveMarket[] {
    const enabled = catalogue.markets.map((market) => this.#known(market));
    const added = enabled.filter((live) => !this.#everEnabled.has(live));
    for (const live of added) this.#everEnabled.add(live);
    // Kept one reading longer than their last option, for a mark after its expiry.
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

  followedMarkets(): readonly Market[] {
    return [...this.#enabledBySymbol.values(), ...this.#closingBySymbol.values()].map((live) => live.market);
  }

  followedBySymbol(symbol: string): Market | undefined {
    return (this.#enabledBySymbol.get(symbol) ?? this.#closingBySymbol.get(symbol))?.market;
  }

  /** Continues a market, enabled or not, after its last stored tick. */
  resume(tick: Tick, sameRun: boolean): void {
    this.#all.get(tick.marketId)?.resume(tick, sameRun);
  }

  /** The fee rate of a market: its own, or the site's. */
  spotFee(market: Market): Rate {
    return market.spotFee ?? this.#spotFee();
  }

  /** Rises with every tick, every change of the catalogue and every minute, which moves 24-hour figures. */
  get version(): number {
    return this.#changes + Math.floor(this.#clock.nowMs() / 60_000);
  }

  get catalogue(): Catalogue {
    return this.#catalogue;
  }

  setCandleTime(candleTime: FeedIdentity['candleTime']): void {
    this.#candleTime = candleTime;
  }

  /** The time of a tick or a book on the candles' time line. */
  timeOf(news: Tick | Book): number {
    return this.#candleTime === 'source' ? news.sourceTimeMs : news.receiveTimeMs;
  }

  live(marketId: string): LiveMarket | undefined {
    return this.#enabledById.get(marketId);
  }

  liveMarkets(): readonly LiveMarket[] {
    return [...this.#enabledById.values()];
  }

  /** Accepts a tick of the feed; undefined when it goes into quarantine. */
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

  followBook(book: Book): void {
    if (this.#enabledById.get(book.marketId)?.followBook(book) === true) this.#bookListeners.notify(book);
  }

  /** Applies a mark of any process; listeners are not notified of a closing market's. */
  takeMark(mark: MarketMark): void {
    if (this.#all.get(mark.marketId)?.takeMark(mark) !== true || !this.#enabledById.has(mark.marketId)) return;
    this.#changes += 1;
    this.#markListeners.notify(mark);
  }

  /** A new leader numbers its marks from the tape, which may lack the last ones of the leader before. */
  renumberMarks(): void {
    for (const live of this.#all.values()) live.renumberMarks();
  }

  /** Puts the last marks of the tape in the place of all that were known, silently. */
  resumeMarks(marks: readonly MarketMark[]): void {
    const last = new Map(marks.map((mark) => [mark.marketId, mark]));
    for (const live of this.#all.values()) {
      live.mark = undefined;
      live.renumberMarks();
      const mark = last.get(live.market.id);
      if (mark) live.takeMark(mark);
    }
  }

  /** The last mark that was not held back, of any age, of disabled markets too. */
  lastMark(marketId: string): MarketMark | undefined {
    return this.#all.get(marketId)?.mark;
  }

  followQuarantined(marketId: string, count: number): void {
    this.#enabledById.get(marketId)?.followQuarantined(count, this.#clock.nowMs());
  }

  rebuild(marketId: string, ...past: Parameters<LiveMarket['rebuild']>): void {
    this.#enabledById.get(marketId)?.rebuild(...past);
    this.#changes += 1;
  }

  get candleTime(): FeedIdentity['candleTime'] {
    return this.#candleTime;
  }

  /** Accepts a book of the feed, as {@link takeTick}. */
  takeBook(raw: RawBook): Book | undefined {
    if (this.#closingBySymbol.has(raw.symbol)) return undefined;
    const live = this.#enabledBySymbol.get(raw.symbol);
    const book = live ? live.takeBook(raw, this.#clock.nowMs()) : 'unknown_market';
    if (typeof book === 'string') return this.#quarantine(book);
    this.#bookListeners.notify(book);
    return book;
  }

  quarantined(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#quarantined);
  }

  quarantinedToday(marketId: string): number {
    return this.#enabledById.get(marketId)?.quarantinedToday(this.#clock.nowMs()) ?? 0;
  }

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
    return this.book(marketId) !== undefined;
  }

  day(marketId: string): DayFigures | undefined {
    return this.#enabledById.get(marketId)?.candles.day(this.#clock.nowMs());
  }

  candles(marketId: string, period: Period, size: number): readonly KlineBar[] {
    return this.#enabledById.get(marketId)?.candles.newest(period, size, this.#clock.nowMs()) ?? [];
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
    // Marks of a stopped source continue until its timeout: freshness depends on the book (RULES 2).
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
