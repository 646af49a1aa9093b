import type { Clock, Timer } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { LiveData } from './live-data.ts';
import type { PublishedNews } from './news.ts';
import { rebuildPast, restoreOlder, restorePast } from './past.ts';
import type { TapeWriter } from './tape/tape-writer.ts';
import type { Tick } from './types.ts';

const ASK_AGAIN_MS = 1_000;

interface FollowerOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly data: LiveData;
  readonly tape: TapeWriter;
  readonly ask: () => void;
  /** This process had a role before; its memory is kept. */
  readonly knowsPast: boolean;
  /** The last term that this process led: its news reaches it too, late. */
  readonly ledTerm?: number;
}

/**
 * Receives the leader's prices. The past is read from the database once the leader has written everything; ticks since
 * then are added.
 */
export class Follower {
  readonly #options: FollowerOptions;
  #term: number;
  #received: Tick[] | undefined;
  /** The last tick of each market: while Redis is away, news may come both ways. */
  readonly #receivedTo = new Map<string, number>();
  #kept: (() => void) | undefined;
  #catchingUp: Promise<void> = Promise.resolve();
  #timer: Timer | undefined;
  /** False until the first past is read; until then ticks are only collected. */
  #isReady: boolean;
  #ended = false;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#isReady = options.knowsPast;
    this.#term = options.ledTerm ?? 0;
  }

  /** Reads the past once a leader announces that it is written; false when none does before `isOver`. */
  async begin(isOver: () => boolean): Promise<boolean> {
    if (!(await this.#askKept(isOver))) return false;
    await restorePast(this.#options, true);
    this.#isReady = true;
    for (const tick of this.#received ?? []) this.#options.data.followTick(tick);
    this.#received = undefined;
    return true;
  }

  receive({ term, news }: PublishedNews): void {
    const { data, tape } = this.#options;
    if (term < this.#term || this.#ended) return;
    if (term > this.#term) data.renumberMarks();
    this.#term = term;
    switch (news.kind) {
      case 'tick':
        if (news.tick.seq <= (this.#receivedTo.get(news.tick.marketId) ?? 0)) return;
        this.#receivedTo.set(news.tick.marketId, news.tick.seq);
        this.#received?.push(news.tick);
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

  /** Rebuilds the candles, after news may have been lost or the past changed. */
  catchUp(): void {
    const { log } = this.#options;
    this.#catchingUp = this.#catchingUp
      .then(() => this.#rebuild())
      .catch((error: unknown) => {
        log.error({ err: error }, 'rebuilding candles failed, retrying');
        if (!this.#ended) this.#timer = this.#options.clock.after(ASK_AGAIN_MS, () => this.catchUp());
      });
  }

  readOlder(): void {
    const { log } = this.#options;
    this.#catchingUp = this.#catchingUp
      .then(() => restoreOlder(this.#options, () => this.#ended))
      .catch((error: unknown) => log.error({ err: error }, 'reading older candles failed'));
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
      await rebuildPast({ db, data, received: this.#received ?? [], isOver: () => this.#ended });
    } finally {
      this.#received = undefined;
    }
  }

  /**
   * Asks until a leader announces that everything is written; false when `isOver` comes first. Ticks are collected
   * from now on.
   */
  #askKept(isOver: () => boolean): Promise<boolean> {
    const { clock, ask } = this.#options;
    this.#received = [];
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
