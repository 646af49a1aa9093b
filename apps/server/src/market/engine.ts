import type { Rate } from '@plimsoll/money';
import type { Bus } from '../platform/bus/index.ts';
import type { Clock, Timer } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Lease } from '../platform/lease.ts';
import type { Log } from '../platform/log.ts';
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

/** Another process's changes are seen within two seconds (docs/PROCESSES.md). */
const CATALOGUE_MS = 1_500;
/** A process that was killed loses the lease in less; whoever holds it longer is alive. */
const WAIT_FOR_LEASE_MS = 10_000;
/** So long one that begins waits for a leader's word before it looks whether it can lead itself. */
const HEAR_WITHIN_MS = 1_000;
const TRY_AGAIN_MS = 250;

/** Where prices are told, and where whoever begins to listen asks for what was before. */
const PRICES = 'prices';
const ASK_KEPT = 'prices-ask-kept';

interface EngineOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly data: LiveData;
  readonly tape: TapeWriter;
  readonly marks: MarkWriter;
  /** `mark_band`, asked each time. */
  readonly markBand: () => Rate;
  readonly openFeed: (state: FeedState) => OpenedFeed;
  /** Whoever holds it runs the feed. */
  readonly lease: Lease;
  /** How the others hear of prices; none when there can be no others. */
  readonly bus?: Bus | undefined;
}

/**
 * Brings feed, memory and database together: what happened before a start, while it runs, and at its end. Of several
 * processes one leads, and the others follow what it tells; each takes over when the lease comes to it
 * (docs/PROCESSES.md).
 */
export class Engine {
  readonly #options: EngineOptions;
  #role: Leader | Follower | undefined;
  /** One change of roles after another. */
  #turning: Promise<void> = Promise.resolve();
  #timer: Timer | undefined;
  #stopped = false;
  #restoring: Promise<void> = Promise.resolve();
  #rereading: Promise<void> = Promise.resolve();

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  /** True while this process runs the feed. */
  get isLeading(): boolean {
    return this.#role instanceof Leader;
  }

  /** Tells the other processes, while this one leads. */
  tell(news: News): void {
    const { bus } = this.#options;
    if (bus && this.#role instanceof Leader) bus.publish(PRICES, writeNews({ term: this.#role.term, news }));
  }

  /** Rejects with a sentence when the feed cannot be opened, or another process is at work that cannot be heard. */
  async start(): Promise<void> {
    const { db, data, lease, log } = this.#options;
    data.setCatalogue(await readCatalogue(db));
    await this.#listen();
    const found = this.#findRole();
    this.#turning = found.catch(() => {});
    // From now on: a first start may take longer than the lease lives, and whoever lost it meanwhile turns once it is
    // through.
    lease.watch(() => this.#turnInTurn());
    await found;
    this.#watchCatalogue();
    if (this.#role instanceof Follower) this.#role.readOlder();
    else
      this.#restoring = restoreOlder(this.#options, () => this.#stopped).catch((error: unknown) =>
        log.error({ err: error }, 'older candles could not be read'),
      );
  }

  /** Ends the feed and keeps everything there is; what the database does not take is lost, and logged. */
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
        if (this.#role instanceof Follower) this.#role.hear(readNews(message));
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

  /** Leads, or follows whoever does: whichever can be first. */
  async #findRole(): Promise<void> {
    const { clock, lease, bus } = this.#options;
    const sinceMs = clock.nowMs();
    for (;;) {
      const term = await lease.take();
      if (term !== undefined) return this.#lead(term, false);
      if (bus && (await this.#follow())) return;
      if (!bus && Math.abs(clock.nowMs() - sinceMs) > WAIT_FOR_LEASE_MS) {
        throw new Error(
          'Another server process is at work on this database: set REDIS_URL for both, so that they can share it, or stop the other.',
        );
      }
      await new Promise<void>((resolve) => {
        clock.after(TRY_AGAIN_MS, resolve);
      });
    }
  }

  /** Follows for the first time; false when nobody leads. */
  async #follow(): Promise<boolean> {
    const { clock } = this.#options;
    await this.#openFeed();
    const sinceMs = clock.nowMs();
    const follower = this.#newFollower(false);
    this.#role = follower;
    // Whoever led may be gone, and the lease with it.
    if (await follower.begin(() => Math.abs(clock.nowMs() - sinceMs) >= HEAR_WITHIN_MS)) return true;
    await this.#endRole();
    return false;
  }

  #newFollower(knowsPast: boolean): Follower {
    return new Follower({ ...this.#options, knowsPast, ask: () => this.#options.bus?.publish(ASK_KEPT, '') });
  }

  async #lead(term: number, knowsPast: boolean): Promise<void> {
    const { state, opened } = await this.#openFeed();
    const leader = new Leader({ ...this.#options, term, state, opened, tell: (news) => this.tell(news) });
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
        log.error({ err: error }, 'the feed could not be taken over, trying again');
        clock.after(TRY_AGAIN_MS, () => this.#turnInTurn());
      });
  }

  /** Takes the role that the lease says now. */
  async #turn(): Promise<void> {
    const { lease, log } = this.#options;
    const term = lease.term();
    const led = this.#role instanceof Leader ? this.#role.term : undefined;
    if (this.#stopped || (this.#role && term === led)) return;
    await this.#endRole();
    if (term === undefined) {
      log.error({}, 'this process no longer runs the feed: its lease could not be renewed');
      const follower = this.#newFollower(true);
      this.#role = follower;
      follower.catchUp();
    } else {
      log.info({ term }, 'this process runs the feed from now on');
      // What it heard or led before goes on: its own ticks of an earlier term are in its candles already.
      await this.#lead(term, true);
    }
  }

  async #endRole(): Promise<void> {
    const role = this.#role;
    this.#role = undefined;
    if (role instanceof Leader) await role.end(this.#options.lease.term() === role.term);
    else await role?.end();
  }

  /**
   * Reads the catalogue now, after what was under way: an older reading never comes last. Rejects when the database
   * cannot be read.
   */
  reread(): Promise<void> {
    const { db, data } = this.#options;
    const reading = this.#rereading.then(async () => {
      const catalogue = await readCatalogue(db);
      if (this.#stopped) return;
      const added = data.setCatalogue(catalogue);
      if (this.#role instanceof Leader) await this.#role.setMarkets(added);
      else {
        if (added.length > 0) this.#role?.catchUp();
        // What the leader keeps; should this process lead, it begins where that ends.
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
        .catch((error: unknown) => log.error({ err: error }, 'the catalogue could not be read, trying again'))
        .finally(() => {
          if (!this.#stopped) this.#watchCatalogue();
        });
    });
  }
}
