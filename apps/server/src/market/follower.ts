import type { Clock, Timer } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { LiveData } from './live-data.ts';
import type { Told } from './news.ts';
import { rebuildPast, restoreOlder, restorePast } from './past.ts';
import type { TapeWriter } from './tape/tape-writer.ts';
import type { Tick } from './types.ts';

/** How soon it is asked again whether everything is kept, while nobody answers. */
const ASK_AGAIN_MS = 1_000;

interface FollowerOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly data: LiveData;
  readonly tape: TapeWriter;
  /** Asks whoever leads to keep everything and to say so. */
  readonly ask: () => void;
  /** This process had a role before: what it knows goes on. */
  readonly knowsPast: boolean;
}

/**
 * Hears the prices of the process that runs the feed. What was said before it listened it reads from the database: it
 * asks the leader to keep everything, and what comes meanwhile stands behind that.
 */
export class Follower {
  readonly #options: FollowerOptions;
  #term = 0;
  /** What came while the past is being read. */
  #heard: Tick[] | undefined;
  #kept: (() => void) | undefined;
  #catchingUp: Promise<void> = Promise.resolve();
  #timer: Timer | undefined;
  /** False until the first past is there: until then ticks are only remembered. */
  #isReady: boolean;
  #ended = false;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#isReady = options.knowsPast;
  }

  /**
   * Takes over the past once a leader says that it is kept, the first of a process; false when none says so until
   * `isOver`.
   */
  async begin(isOver: () => boolean): Promise<boolean> {
    if (!(await this.#askKept(isOver))) return false;
    await restorePast(this.#options, true);
    this.#isReady = true;
    for (const tick of this.#heard ?? []) this.#options.data.followTick(tick);
    this.#heard = undefined;
    return true;
  }

  /** Takes in what a process told that leads or led. */
  hear({ term, news }: Told): void {
    const { data, tape } = this.#options;
    if (term < this.#term || this.#ended) return;
    this.#term = term;
    switch (news.kind) {
      case 'tick':
        this.#heard?.push(news.tick);
        tape.add(news.tick);
        if (this.#isReady) data.followTick(news.tick);
        return;
      case 'book':
        return data.followBook(news.book);
      case 'mark':
        return data.takeMark(news.mark);
      case 'written':
        return tape.resume(news.names);
      case 'quarantined': {
        for (const [marketId, count] of news.counts) data.followQuarantined(marketId, count);
        return;
      }
      case 'kept': {
        if (this.#kept) this.#kept();
        else if (news.isNewPast) this.catchUp();
      }
    }
  }

  /** Something may not have been heard, or the past changed: the candles are made anew. */
  catchUp(): void {
    const { log } = this.#options;
    this.#catchingUp = this.#catchingUp
      .then(() => this.#rebuild())
      .catch((error: unknown) => {
        log.error({ err: error }, 'candles could not be read again, trying again');
        if (!this.#ended) this.#timer = this.#options.clock.after(ASK_AGAIN_MS, () => this.catchUp());
      });
  }

  /** Reads older candles than a start needs. */
  readOlder(): void {
    const { log } = this.#options;
    this.#catchingUp = this.#catchingUp
      .then(() => restoreOlder(this.#options, () => this.#ended))
      .catch((error: unknown) => log.error({ err: error }, 'older candles could not be read'));
  }

  async end(): Promise<void> {
    this.#ended = true;
    this.#timer?.cancel();
    this.#kept?.();
    await this.#catchingUp;
  }

  async #rebuild(): Promise<void> {
    if (this.#ended || !(await this.#askKept(() => this.#ended))) return;
    const { db, data } = this.#options;
    try {
      await rebuildPast({ db, data, heard: this.#heard ?? [], isOver: () => this.#ended });
    } finally {
      this.#heard = undefined;
    }
  }

  /**
   * Asks until a leader says that everything is kept; false when it is over before. What comes from now on is
   * remembered.
   */
  #askKept(isOver: () => boolean): Promise<boolean> {
    const { clock, ask } = this.#options;
    this.#heard = [];
    return new Promise((resolve) => {
      const done = (isKept: boolean) => {
        this.#timer?.cancel();
        this.#kept = undefined;
        resolve(isKept);
      };
      const again = () => {
        if (isOver() || this.#ended) return done(false);
        ask();
        this.#timer = clock.after(ASK_AGAIN_MS, again);
      };
      this.#kept = () => done(!this.#ended);
      again();
    });
  }
}
