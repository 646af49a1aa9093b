import type { Clock, Timer } from '../../../../platform/clock.ts';
import type { Log } from '../../../../platform/log.ts';
import type { Market } from '../../../types.ts';
import {
  quoteOf,
  silence,
  type Feed,
  type FeedIdentity,
  type FeedSink,
  type HistoryBar,
  type RawLevel,
  type Tier,
} from '../../feed.ts';
import type { VenueConfig } from '../venues.ts';
import { CcxtSession } from './ccxt-session.ts';
import { DIALECTS, type BarsAsked, type CcxtVenue } from './dialects.ts';
import { loadExchangeClass, type CcxtBook, type CcxtClass, type CcxtExchange, type CcxtTrade } from './exchange.ts';

const LEVELS = 20;
/** Messages further ahead are unusable; clocks may be a minute off. */
const MAX_AHEAD_MS = 120_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** Delays are longer by up to this part, so that many clients do not reconnect at once. */
const JITTER = 0.3;

interface CcxtFeedOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly venue: VenueConfig & { readonly name: CcxtVenue };
  /** Jitter of reconnect delays; uniform in [0, 1). */
  readonly random?: (() => number) | undefined;
}

interface OpenedVenue {
  readonly Exchange: CcxtClass;
  /** For REST calls while the feed runs; keeps the venue's rate limits. */
  readonly rest: CcxtExchange;
  readonly markets: NonNullable<CcxtExchange['markets']>;
}

const figure = (value: number | undefined): number => value ?? Number.NaN;

function levelsOf(side: CcxtBook['bids']): RawLevel[] {
  const levels: RawLevel[] = [];
  for (let index = 0; index < Math.min(side.length, LEVELS); index += 1)
    levels.push([figure(side[index]?.[0]), figure(side[index]?.[1])]);
  return levels;
}

/** One venue's public market data through ccxt: trades and books over its streams, history over REST. */
export class CcxtFeed implements Feed {
  readonly identity: FeedIdentity;
  readonly #options: CcxtFeedOptions;
  readonly #name: CcxtVenue;
  #opened: Promise<OpenedVenue> | undefined;
  #session: CcxtSession | undefined;
  #sink: FeedSink | undefined;
  #markets: readonly Market[] = [];
  #followed = new Map<string, Market>();
  #retry: Timer | undefined;
  #failures = 0;
  #broke = false;
  #receivedMs: number | undefined;
  readonly #lastTrade = new Map<string, string>();
  readonly #lastBookMs = new Map<string, number>();
  #garbage = 0;
  readonly #ending = new AbortController();

  constructor(options: CcxtFeedOptions) {
    this.#options = options;
    this.#name = options.venue.name;
    this.identity = {
      world: `${this.#name}:${options.venue.url}`,
      run: this.#name,
      candleTime: 'source',
      wholeBars: true,
    };
  }

  get garbage(): number {
    return this.#garbage;
  }

  start(markets: readonly Market[], sink: FeedSink): void {
    this.#sink = sink;
    this.#markets = markets;
    void this.#begin();
  }

  setMarkets(markets: readonly Market[]): void {
    this.#markets = markets;
    this.#opened?.then(
      ({ markets: offered }) => this.#follow(offered),
      () => {},
    );
  }

  async history(market: Market, tier: Tier, fromMs: number, toMs: number): Promise<readonly HistoryBar[]> {
    const { signal } = this.#ending;
    const ended = Promise.withResolvers<never>();
    const end = (): void => ended.reject(signal.reason);
    signal.addEventListener('abort', end);
    try {
      // ccxt cannot be aborted; the caller need not wait for it.
      return await Promise.race([this.#bars(market, { tier, fromMs, toMs, signal }), ended.promise]);
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  async stop(): Promise<void> {
    this.#sink = undefined;
    this.#ending.abort(new Error('the feed was stopped'));
    this.#retry?.cancel();
    this.#session?.end();
  }

  async #bars(market: Market, asked: Omit<BarsAsked, 'id'>): Promise<HistoryBar[]> {
    const { rest, markets } = await this.#open();
    const offered = markets[market.title];
    return offered?.spot ? DIALECTS[this.#name].bars(rest, { ...asked, id: offered.id }) : [];
  }

  /** Begins a session with new subscriptions, and reports the gap since the last one. */
  async #begin(): Promise<void> {
    const { clock, venue } = this.#options;
    try {
      const { Exchange, markets } = await this.#open();
      const exchange = DIALECTS[this.#name].open(Exchange, venue, markets);
      await Promise.all([exchange.loadMarkets(), exchange.loadHttpProxyAgent()]);
      if (!this.#sink) return;
      this.#session = new CcxtSession({
        exchange,
        clock,
        onBook: (title, book) => this.#takeBook(title, book),
        onTrades: (title, trades) => this.#takeTrades(title, trades),
        onGap: (title) => this.#noteGap(title),
        onGarbage: (error) => this.#drop(error),
        onBroken: () => this.#beginLater(),
      });
      this.#followed = new Map();
      this.#lastBookMs.clear();
      this.#follow(markets);
      if (this.#broke && this.#receivedMs !== undefined) this.#sink.gap(this.#receivedMs);
      this.#broke = true;
    } catch (error) {
      if (!this.#sink) return;
      this.#options.log.error({ venue: this.#name, err: error }, 'reading the markets of a venue failed, retrying');
      this.#beginLater();
    }
  }

  /** Reads the venue's markets once; again only after a failure. */
  #open(): Promise<OpenedVenue> {
    this.#opened ??= this.#ask().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  async #ask(): Promise<OpenedVenue> {
    const Exchange = await loadExchangeClass(this.#name);
    const rest = DIALECTS[this.#name].open(Exchange, this.#options.venue);
    const markets = await rest.loadMarkets();
    return { Exchange, rest, markets };
  }

  #follow(offered: OpenedVenue['markets']): void {
    const followed = new Map(
      this.#markets.filter(({ title }) => offered[title]?.spot === true).map((market) => [market.title, market]),
    );
    const missing = this.#markets
      .filter(({ title }) => !followed.has(title) && !this.#followed.has(title))
      .map(({ symbol }) => symbol);
    if (missing.length > 0 && !this.#broke)
      this.#options.log.info({ venue: this.#name, symbols: missing }, 'venue does not offer these markets');
    this.#followed = followed;
    this.#session?.follow(new Set(followed.keys()));
  }

  #beginLater(): void {
    this.#sink?.sourceDown(this.#name);
    const { clock, random = Math.random } = this.#options;
    const waitMs =
      Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(this.#failures, 10)) * (1 + JITTER * random());
    this.#failures += 1;
    this.#retry = clock.after(waitMs, () => {
      void this.#begin();
    });
  }

  #takeBook(title: string, { bids, asks, timestamp, nonce }: CcxtBook): void {
    const market = this.#followed.get(title);
    if (!market) return;
    const sourceTimeMs = figure(timestamp);
    if (!this.#isTimely(sourceTimeMs)) return this.#drop('a book ahead of its time');
    this.#failures = 0;
    this.#lastBookMs.set(title, sourceTimeMs);
    const { symbol } = market;
    const raw = {
      symbol,
      sourceTimeMs,
      bids: levelsOf(bids),
      asks: levelsOf(asks),
      ...(nonce === undefined ? {} : { seq: nonce }),
    };
    this.#sink?.quote(
      quoteOf(this.#name, raw, this.#lastTrade.get(title)) ?? silence(this.#name, symbol, sourceTimeMs),
    );
    this.#sink?.book(raw);
  }

  #takeTrades(title: string, trades: readonly CcxtTrade[]): void {
    const market = this.#followed.get(title);
    if (!market) return;
    for (const { id, timestamp, price, amount } of trades.toSorted(
      (a, b) => figure(a.timestamp) - figure(b.timestamp),
    )) {
      const sourceTimeMs = figure(timestamp);
      if (!this.#isTimely(sourceTimeMs)) this.#drop('a trade ahead of its time');
      else {
        this.#receivedMs = this.#options.clock.nowMs();
        if (id !== undefined) this.#lastTrade.set(title, id);
        // Numbered by the venue's time, so that every process numbers it the same.
        this.#sink?.tick({
          symbol: market.symbol,
          sourceTimeMs,
          price: figure(price),
          size: figure(amount),
          seq: sourceTimeMs,
        });
      }
    }
  }

  /** Makes the venue silent on a market until its book is complete again. */
  #noteGap(title: string): void {
    const market = this.#followed.get(title);
    const lastMs = this.#lastBookMs.get(title);
    if (market && lastMs !== undefined) this.#sink?.quote(silence(this.#name, market.symbol, lastMs));
  }

  #isTimely(sourceTimeMs: number): boolean {
    return sourceTimeMs >= 0 && sourceTimeMs <= this.#options.clock.nowMs() + MAX_AHEAD_MS;
  }

  #drop(what: unknown): void {
    this.#garbage += 1;
    // Logged at powers of two: there may be thousands.
    if ((this.#garbage & (this.#garbage - 1)) === 0)
      this.#options.log.error(
        { venue: this.#name, frames: this.#garbage, what: wordsOf(what) },
        'unusable message from a venue',
      );
  }
}

const wordsOf = (what: unknown): string =>
  (what instanceof Error ? `${what.name}: ${what.message}` : String(what)).slice(0, 200);
