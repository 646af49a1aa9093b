import type { Clock, Timer } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { Market } from '../../types.ts';
import type { Feed, FeedIdentity, FeedSink, HistoryBar, Tier } from '../feed.ts';
import { ThrottledBooks } from './throttled-books.ts';
import { Lead } from './lead.ts';
import type { VenueName } from './venues.ts';

/** Gaps of markets that change venue within this time are reported together. */
const GAP_MS = 5_000;

export interface Venue {
  readonly name: VenueName;
  readonly feed: Feed;
}

interface LiveFeedOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** The preferred first; each feed names its quotes by the venue's name. */
  readonly venues: readonly Venue[];
}

/**
 * Prices of several venues, each a source of marks. One leads each market with book and trades; when it falls silent
 * the next one does, so that an outage changes only the number of sources.
 */
export class LiveFeed implements Feed {
  readonly identity: FeedIdentity;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #venues: readonly Venue[];
  readonly #leads = new Map<string, Lead>();
  #books: ThrottledBooks | undefined;
  readonly #tradedMs = new Map<string, number>();
  #missedSinceMs: number | undefined;
  #gap: Timer | undefined;
  #stopped = false;

  constructor({ clock, log, venues }: LiveFeedOptions) {
    this.identity = { world: `live:${venues[0]?.name}`, run: 'live', candleTime: 'source', wholeBars: true };
    this.#clock = clock;
    this.#log = log;
    this.#venues = venues;
  }

  start(markets: readonly Market[], sink: FeedSink, knownMs: number): void {
    const books = new ThrottledBooks(this.#clock, (book) => sink.book(book));
    this.#books = books;
    for (const { name, feed } of this.#venues) {
      feed.start(
        markets,
        {
          quote: (raw) => {
            sink.quote(raw);
            this.#leadOf(raw.symbol).note(raw, this.#clock.nowMs());
            this.#decide(raw.symbol, sink);
          },
          book: (raw) => {
            if (this.#leadOf(raw.symbol).leader === name) books.take(raw);
          },
          tick: (raw) => {
            if (this.#decide(raw.symbol, sink) !== name) return;
            this.#tradedMs.set(raw.symbol, this.#clock.nowMs());
            sink.tick({ ...raw, source: name });
          },
          sourceDown: (source) => {
            sink.sourceDown(source);
            this.#log.error({ venue: source }, 'venue disconnected, reconnecting');
            for (const [symbol, lead] of this.#leads) {
              lead.drop(source);
              this.#decide(symbol, sink);
            }
          },
          gap: (sinceMs) => {
            if ([...this.#leads.values()].some(({ leader }) => leader === name)) this.#missed(sinceMs, sink);
          },
        },
        knownMs,
      );
    }
  }

  setMarkets(markets: readonly Market[]): void {
    for (const { feed } of this.#venues) feed.setMarkets(markets);
  }

  async history(market: Market, tier: Tier, fromMs: number, toMs: number): Promise<readonly HistoryBar[]> {
    const errors: unknown[] = [];
    for (const { feed } of this.#venues) {
      if (this.#stopped) break;
      try {
        const bars = await feed.history(market, tier, fromMs, toMs);
        if (bars.length > 0) return bars;
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
    return [];
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#gap?.cancel();
    this.#books?.stop();
    await Promise.all(this.#venues.map(({ feed }) => feed.stop()));
  }

  #leadOf(symbol: string): Lead {
    const lead = this.#leads.get(symbol) ?? new Lead(this.#venues.map(({ name }) => name));
    this.#leads.set(symbol, lead);
    return lead;
  }

  #decide(symbol: string, sink: FeedSink): string | undefined {
    const lead = this.#leadOf(symbol);
    const before = lead.leader;
    const leader = lead.decide(this.#clock.nowMs());
    if (leader === before) return leader;
    this.#books?.forget(symbol);
    const tradedMs = this.#tradedMs.get(symbol);
    if (before !== undefined && tradedMs !== undefined) this.#missed(tradedMs, sink);
    return leader;
  }

  /** Reports a little later, once for all markets, that trades since then may be missing. */
  #missed(sinceMs: number, sink: FeedSink): void {
    this.#missedSinceMs = Math.min(sinceMs, this.#missedSinceMs ?? sinceMs);
    this.#gap ??= this.#clock.after(GAP_MS, () => {
      const missedMs = this.#missedSinceMs;
      this.#gap = undefined;
      this.#missedSinceMs = undefined;
      if (missedMs !== undefined) sink.gap(missedMs);
    });
  }
}
