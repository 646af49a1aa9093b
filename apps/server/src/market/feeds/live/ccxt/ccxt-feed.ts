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

/** Levels of a side that a quote's depth counts, and that a book is shown with. */
const LEVELS = 20;
/**
 * What claims to be later than this is garbage: it would shut out all that comes until then. A clock off by a minute is
 * not.
 */
const MAX_AHEAD_MS = 120_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** A wait is stretched by up to this part of it, so that many do not come back at once. */
const JITTER = 0.3;

interface CcxtFeedOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly venue: VenueConfig & { readonly name: CcxtVenue };
  /** Stretches waits between connections; uniform in [0, 1). */
  readonly random?: (() => number) | undefined;
}

/** A venue's exchange, and the markets it offers. */
interface Desk {
  readonly Exchange: CcxtClass;
  /** For REST calls, as long as the feed runs: it keeps to the venue's limits. */
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

/** Prices of one venue's public market data through ccxt: trades and books over its streams, history over REST. */
export class CcxtFeed implements Feed {
  readonly identity: FeedIdentity;
  readonly #options: CcxtFeedOptions;
  readonly #name: CcxtVenue;
  #desk: Promise<Desk> | undefined;
  #session: CcxtSession | undefined;
  #sink: FeedSink | undefined;
  #markets: readonly Market[] = [];
  /** Of the venue's markets those that are wanted, by its title. */
  #followed = new Map<string, Market>();
  #retry: Timer | undefined;
  /** Sessions since one last brought news. */
  #failures = 0;
  #broke = false;
  /** When a trade last came. */
  #receivedMs: number | undefined;
  /** The last trade's name, and the last book's time, by title. */
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

  /** How much came that could not be used. */
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
    this.#desk?.then(
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
      // ccxt cannot be told to give up; whoever asked need not wait for it.
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
    const { rest, markets } = await this.#openDesk();
    const offered = markets[market.title];
    return offered?.spot ? DIALECTS[this.#name].bars(rest, { ...asked, id: offered.id }) : [];
  }

  /** Begins a session, with everything asked for anew; what was missed since the last one is told as a gap. */
  async #begin(): Promise<void> {
    const { clock, venue } = this.#options;
    try {
      const { Exchange, markets } = await this.#openDesk();
      const exchange = DIALECTS[this.#name].open(Exchange, venue, markets);
      await Promise.all([exchange.loadMarkets(), exchange.loadHttpProxyAgent()]);
      if (!this.#sink) return;
      this.#session = new CcxtSession({
        exchange,
        clock,
        onBook: (title, book) => this.#hearBook(title, book),
        onTrades: (title, trades) => this.#hearTrades(title, trades),
        onGap: (title) => this.#hearGap(title),
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
      this.#options.log.error(
        { venue: this.#name, err: error },
        'a venue could not be asked which markets it has, trying again',
      );
      this.#beginLater();
    }
  }

  /** The markets the venue offers, asked once; asked again only after it did not answer. */
  #openDesk(): Promise<Desk> {
    this.#desk ??= this.#ask().catch((error: unknown) => {
      this.#desk = undefined;
      throw error;
    });
    return this.#desk;
  }

  async #ask(): Promise<Desk> {
    const Exchange = await loadExchangeClass(this.#name);
    const rest = DIALECTS[this.#name].open(Exchange, this.#options.venue);
    const markets = await rest.loadMarkets();
    return { Exchange, rest, markets };
  }

  #follow(offered: Desk['markets']): void {
    const followed = new Map(
      this.#markets.filter(({ title }) => offered[title]?.spot === true).map((market) => [market.title, market]),
    );
    const missing = this.#markets
      .filter(({ title }) => !followed.has(title) && !this.#followed.has(title))
      .map(({ symbol }) => symbol);
    if (missing.length > 0 && !this.#broke)
      this.#options.log.info(
        { venue: this.#name, symbols: missing },
        'a venue does not offer these markets: it is no source of theirs',
      );
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

  #hearBook(title: string, { bids, asks, timestamp, nonce }: CcxtBook): void {
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

  #hearTrades(title: string, trades: readonly CcxtTrade[]): void {
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
        // Named by the venue's time, so that every process that hears it names it the same.
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

  /** A book that is not known makes its source silent on that market, until it is known again. */
  #hearGap(title: string): void {
    const market = this.#followed.get(title);
    const lastMs = this.#lastBookMs.get(title);
    if (market && lastMs !== undefined) this.#sink?.quote(silence(this.#name, market.symbol, lastMs));
  }

  #isTimely(sourceTimeMs: number): boolean {
    return sourceTimeMs >= 0 && sourceTimeMs <= this.#options.clock.nowMs() + MAX_AHEAD_MS;
  }

  #drop(what: unknown): void {
    this.#garbage += 1;
    // The first, and then ever fewer: garbage may come by the thousand.
    if ((this.#garbage & (this.#garbage - 1)) === 0)
      this.#options.log.error(
        { venue: this.#name, frames: this.#garbage, what: wordsOf(what) },
        'a venue sent what cannot be used',
      );
  }
}

/** What came, at a length a log can bear. */
const wordsOf = (what: unknown): string =>
  (what instanceof Error ? `${what.name}: ${what.message}` : String(what)).slice(0, 200);
