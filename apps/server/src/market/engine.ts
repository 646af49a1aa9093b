import type { Rate } from '@plimsoll/money';
import type { Bus } from '../platform/bus/index.ts';
import type { Clock, Timer } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Lease } from '../platform/lease.ts';
import type { Log } from '../platform/log.ts';
import { RefusedStart } from '../platform/refused-start.ts';
import { readCatalogue } from './catalogue.ts';
import { readFeedState, type FeedState } from './feed-state.ts';
import type { OpenedFeed } from './feeds/open-feed.ts';
import { Follower } from './follower.ts';
import { Leader } from './leader.ts';
import type { LiveData } from './live-data.ts';
import type { MarkWriter } from './marks/mark-writer.ts';
import { readNews, writeNews, type News } from './news.ts';
import { restoreOlder } from './past.ts';
import type { TapeWriter } from './tape/tape-writer.ts';

/** Changes by other processes show within two seconds (docs/PROCESSES.md). */
const CATALOGUE_MS = 1_500;
const WAIT_FOR_LEASE_MS = 10_000;
/** How long a new process waits for a leader's answer before it tries to lead. */
const ANSWER_TIMEOUT_MS = 1_000;
const TRY_AGAIN_MS = 250;

/** Channels: prices, and requests to write everything so that the past can be read. */
const PRICES = 'prices';
const ASK_KEPT = 'prices-ask-kept';

interface EngineOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly data: LiveData;
  readonly tape: TapeWriter;
  readonly marks: MarkWriter;
  /** `mark_band`, read each time. */
  readonly markBand: () => Rate;
  readonly openFeed: (state: FeedState) => OpenedFeed;
  readonly lease: Lease;
  readonly bus?: Bus | undefined;
}

/**
 * Connects feed, memory and database. One process leads, the others follow; a follower that gets the lease takes over
 * (docs/PROCESSES.md).
 */
export class Engine {
  readonly #options: EngineOptions;
  #role: Leader | Follower | undefined;
  /** The last term that this process led; 0 before. */
  #ledTerm = 0;
  #turning: Promise<void> = Promise.resolve();
  #timer: Timer | undefined;
  #stopped = false;
  #restoring: Promise<void> = Promise.resolve();
  #rereading: Promise<void> = Promise.resolve();

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  get isLeading(): boolean {
    return this.#role instanceof Leader;
  }

  /** Publishes to the other processes while this one leads. */
  publish(news: News): void {
    const { bus } = this.#options;
    if (bus && this.#role instanceof Leader) bus.publish(PRICES, writeNews({ term: this.#role.term, news }));
  }

  /** Rejects when the feed cannot be opened, or another process runs that cannot be reached. */
  async start(): Promise<void> {
    const { db, data, lease, log } = this.#options;
    data.setCatalogue(await readCatalogue(db));
    await this.#listen();
    const found = this.#findRole();
    this.#turning = found.catch(() => {});
    // Only now, as a first start may outlast the lease: a loss meanwhile is handled after it.
    lease.watch(() => this.#turnInTurn());
    await found;
    this.#watchCatalogue();
    if (this.#role instanceof Follower) this.#role.readOlder();
    else
      this.#restoring = restoreOlder(this.#options, () => this.#stopped).catch((error: unknown) =>
        log.error({ err: error }, 'reading older candles failed'),
      );
  }

  /** Ends the feed and writes everything; what the database refuses is lost and logged. */
  async stop(): Promise<void> {
    const { lease } = this.#options;
    this.#stopped = true;
    this.#timer?.cancel();
    await Promise.all([this.#restoring, this.#rereading, this.#turning]);
    await this.#endRole();
    await lease.release();
  }

  async #listen(): Promise<void> {
    await this.#options.bus?.listen(PRICES, {
      received: (message) => {
        if (this.#role instanceof Follower) this.#role.receive(readNews(message));
      },
      reconnected: () => {
        if (this.#role instanceof Follower) this.#role.catchUp();
      },
    });
    await this.#options.bus?.listen(ASK_KEPT, {
      received: () => {
        if (this.#role instanceof Leader) this.#role.keepAll().catch(() => {});
      },
      reconnected: () => {},
    });
  }

  async #findRole(): Promise<void> {
    const { clock, bus } = this.#options;
    const sinceMs = clock.nowMs();
    for (;;) {
      const term = await this.#taken(sinceMs);
      if (term !== undefined) return this.#lead(term, false);
      if (bus && (await this.#follow())) return;
      if (!bus && Math.abs(clock.nowMs() - sinceMs) > WAIT_FOR_LEASE_MS) {
        throw new RefusedStart(
          'Another server process is at work on this database: set REDIS_URL for both, so that they can share it, or stop the other.',
        );
      }
      await new Promise<void>((resolve) => {
        clock.after(TRY_AGAIN_MS, resolve);
      });
    }
  }

  /** A start that is held up misses the short time of a lease's statements, and tries again. */
  async #taken(sinceMs: number): Promise<number | undefined> {
    const { clock, lease } = this.#options;
    try {
      return await lease.take();
    } catch (error) {
      if (Math.abs(clock.nowMs() - sinceMs) > WAIT_FOR_LEASE_MS) throw error;
      return undefined;
    }
  }

  async #follow(): Promise<boolean> {
    const { clock } = this.#options;
    await this.#openFeed();
    const sinceMs = clock.nowMs();
    const follower = this.#newFollower(false);
    this.#role = follower;
    if (await follower.begin(() => Math.abs(clock.nowMs() - sinceMs) >= ANSWER_TIMEOUT_MS)) return true;
    await this.#endRole();
    return false;
  }

  #newFollower(knowsPast: boolean): Follower {
    return new Follower({
      ...this.#options,
      knowsPast,
      ledTerm: this.#ledTerm,
      ask: () => this.#options.bus?.publish(ASK_KEPT, ''),
    });
  }

  async #lead(term: number, knowsPast: boolean): Promise<void> {
    this.#ledTerm = term;
    const { state, opened } = await this.#openFeed();
    const leader = new Leader({ ...this.#options, term, state, opened, publish: (news) => this.publish(news) });
    this.#role = leader;
    try {
      await leader.begin(knowsPast);
    } catch (error) {
      this.#role = undefined;
      await leader.end(false);
      throw error;
    }
  }

  async #openFeed() {
    const { db, data, openFeed } = this.#options;
    const state = await readFeedState(db);
    const opened = openFeed(state);
    data.setCandleTime(opened.feed.identity.candleTime);
    return { state, opened };
  }

  #turnInTurn(): void {
    const { clock, log } = this.#options;
    this.#turning = this.#turning
      .then(() => this.#turn())
      .catch((error: unknown) => {
        log.error({ err: error }, 'feed takeover failed, retrying');
        clock.after(TRY_AGAIN_MS, () => this.#turnInTurn());
      });
  }

  async #turn(): Promise<void> {
    const { lease, log } = this.#options;
    const term = lease.term();
    const led = this.#role instanceof Leader ? this.#role.term : undefined;
    if (this.#stopped || (this.#role && term === led)) return;
    await this.#endRole();
    if (term === undefined) {
      log.error({}, 'feed lease lost');
      const follower = this.#newFollower(true);
      this.#role = follower;
      follower.catchUp();
    } else {
      log.info({ term }, 'feed taken over');
      // Memory is kept: ticks that it led or followed are in its candles already.
      await this.#lead(term, true);
    }
  }

  async #endRole(): Promise<void> {
    const role = this.#role;
    this.#role = undefined;
    if (role instanceof Leader) await role.end(this.#options.lease.term() === role.term);
    else await role?.end();
  }

  /** Reads the catalogue, one reading at a time, so that the newest wins. Rejects when the database is unavailable. */
  reread(): Promise<void> {
    const { db, data } = this.#options;
    const reading = this.#rereading.then(async () => {
      const catalogue = await readCatalogue(db);
      if (this.#stopped) return;
      const added = data.setCatalogue(catalogue);
      if (this.#role instanceof Leader) await this.#role.setMarkets(added);
      else {
        if (added.length > 0) this.#role?.catchUp();
        // The leader writes these; a process that takes over begins after them.
        for (const live of data.liveMarkets()) live.candles.takeChanged();
      }
    });
    this.#rereading = reading.catch(() => {});
    return reading;
  }

  #watchCatalogue(): void {
    const { clock, log } = this.#options;
    this.#timer = clock.after(CATALOGUE_MS, () => {
      this.reread()
        .catch((error: unknown) => log.error({ err: error }, 'reading the catalogue failed, retrying'))
        .finally(() => {
          if (!this.#stopped) this.#watchCatalogue();
        });
    });
  }
}
