import type { Clock, Timer } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Lease } from '../../platform/lease.ts';
import type { Log } from '../../platform/log.ts';
import { readSettled } from '../../platform/read-settled.ts';
import type { Worker } from '../../platform/slice.ts';
import type { Commit } from './entries/made-entry.ts';
import { HeadsDue } from './heads-due.ts';
import { LogForked, type LogFiles } from './log-files.ts';
import { appendToLog, readLogHead, readNews } from './log-table.ts';
import { readTurn } from './read-turn.ts';

/** What another process committed, and marks, are found so late. */
const LOOK_EVERY_MS = 1_000;
/** After this process posted something; within a second of a checkpoint it waits for the next one's turn. */
const LOOK_SOON_MS = 250;
/** A checkpoint a second while there is news. */
const PUBLISH_EVERY_MS = 1_000;
const RETRY_MS = 1_000;
/** A log that must not go on says so again each minute. */
const REMIND_EVERY_MS = 60_000;

interface LogWorkerDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  /** Whoever holds it appends. */
  readonly lease: Lease;
  readonly files: LogFiles;
  readonly commit: Commit;
  /** Called with the seconds of each turn. */
  readonly tookSeconds: (seconds: number) => void;
}

/**
 * Appends to the log what was committed, behind the commits and in no order's way, and publishes it. Of several
 * processes the one that holds the lease does; the database refuses a second one all the same.
 */
export class LogWorker implements Worker {
  readonly name = 'public log';
  readonly #deps: LogWorkerDeps;
  #heads = new HeadsDue();
  #timer: Timer | undefined;
  /** The next look is soon. */
  #isSoon = false;
  #isLooking = false;
  /** Not started yet, or waiting after a failure: what is posted hurries nothing. */
  #isWaiting = true;
  #turn: Promise<void> = Promise.resolve();
  #stopped = false;
  /** The term in which the files were opened. */
  #openedTerm: number | undefined;
  #publishedMs = Number.NEGATIVE_INFINITY;
  /** Entries of the log at the last commit of this process that was answered. */
  #committedSize: number | undefined;

  constructor(deps: LogWorkerDeps) {
    this.#deps = deps;
  }

  /** Resolves once all that was committed before is in the log and published, or another process is to do that. */
  async start(): Promise<void> {
    await this.#deps.lease.take();
    this.#deps.lease.watch(() => {});
    if (!this.#stopped) await this.#lookNow({ waits: false });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    await this.#turn;
    await this.#deps.lease.release();
  }

  /** Looks soon: something was posted. */
  wake(): void {
    if (this.#isSoon || this.#isWaiting) return;
    this.#isSoon = true;
    if (!this.#isLooking) this.#again(this.#soonMs());
  }

  /** Resolves when no turn is under way. */
  async settled(): Promise<void> {
    await this.#turn;
  }

  /** Appends and publishes all that was committed; nothing where another process holds the lease. */
  async catchUp(): Promise<void> {
    while (!(await this.#appendSome()));
    await this.#publishAll();
  }

  #again(delayMs: number): void {
    this.#timer?.cancel();
    if (this.#stopped) return;
    this.#timer = this.#deps.clock.after(delayMs, () => void this.#lookNow());
  }

  #lookNow(how = { waits: true }): Promise<void> {
    this.#isSoon = false;
    this.#isLooking = true;
    this.#turn = this.#look(how).then((nextMs) => {
      this.#isLooking = false;
      this.#again(this.#isSoon ? Math.min(nextMs, this.#soonMs()) : nextMs);
    });
    return this.#turn;
  }

  /**
   * @param how.waits publishes at the next checkpoint's turn; otherwise everything at once
   * @returns when to look again
   */
  async #look({ waits }: { readonly waits: boolean }): Promise<number> {
    const { log } = this.#deps;
    try {
      // With much to append a checkpoint comes in between.
      while (!(await this.#appendSome()) && !this.#stopped) if (this.#publishWaitMs() === 0) await this.#publish();
      this.#isWaiting = false;
      const waitMs = this.#publishWaitMs();
      if (waits && waitMs > 0) return waitMs;
      const isDone = waits ? await this.#publish() : await this.#publishAll();
      return !isDone && this.#openedTerm !== undefined ? 0 : LOOK_EVERY_MS;
    } catch (error) {
      this.#openedTerm = undefined;
      this.#isWaiting = true;
      this.#isSoon = false;
      if (error instanceof LogForked) {
        log.error(
          { err: error },
          'public log is not continued: restore the newest database, or, where it is the newest, see docs/OPERATING.md',
        );
        return REMIND_EVERY_MS;
      }
      log.error({ err: error }, 'appending to the public log failed, retrying');
      return RETRY_MS;
    }
  }

  /** Whether this process may append; opens the files at the beginning of its term. */
  async #isAppending(): Promise<boolean> {
    const { db, lease, files } = this.#deps;
    const term = lease.term();
    if (term === undefined || term === this.#openedTerm) return term !== undefined;
    const head = await readLogHead(db);
    if (!head) return false;
    this.#openedTerm = undefined;
    await files.open(head);
    this.#heads = new HeadsDue();
    this.#openedTerm = term;
    return true;
  }

  /**
   * Appends one turn.
   * @returns whether nothing more waits, or another process appends
   */
  async #appendSome(): Promise<boolean> {
    const { db, clock, commit, files, tookSeconds } = this.#deps;
    if (!(await this.#isAppending())) {
      this.#openedTerm = undefined;
      return true;
    }
    const nowMs = clock.nowMs();
    if (!this.#heads.isDue(nowMs) && !(await this.#hasNews())) return true;
    const beganMs = performance.now();
    const turn = await db.snapshot((tx) => readTurn(tx, { commit, nowMs, heads: this.#heads }));
    if (!turn) return true;
    const { lines, atSize: firstIndex } = turn.appended;
    const { root, size } = await appendToLog(db, turn.appended);
    this.#committedSize = size;
    if (lines.length > 0) files.appended({ firstIndex, lines, root });
    tookSeconds((performance.now() - beganMs) / 1000);
    return turn.isAll;
  }

  async #hasNews(): Promise<boolean> {
    const { db } = this.#deps;
    const [{ journalId, hasVersions, hasLines }, head] = await Promise.all([readNews(db), readLogHead(db)]);
    return hasVersions || hasLines || journalId !== head?.journalId;
  }

  /** Larger turns cost less an entry, and no entry is in a checkpoint later for it. */
  #soonMs(): number {
    return Math.max(LOOK_SOON_MS, this.#publishWaitMs());
  }

  /** How long until the next checkpoint may be published. */
  #publishWaitMs(): number {
    const sinceMs = Math.abs(this.#deps.clock.nowMs() - this.#publishedMs);
    return Math.max(0, PUBLISH_EVERY_MS - sinceMs);
  }

  /** @returns whether nothing is left to publish; it ends when another process is to do that */
  async #publishAll(): Promise<boolean> {
    while (!(await this.#publish())) if (this.#openedTerm === undefined || this.#stopped) return false;
    return true;
  }

  /** @returns whether nothing is left to publish */
  async #publish(): Promise<boolean> {
    const { db, clock, files, lease } = this.#deps;
    if (this.#openedTerm === undefined) return true;
    const seen = await readLogHead(db);
    if (!seen || seen.size === files.published) return true;
    // A checkpoint that the database then lacks would be a fork.
    const head = seen.size === this.#committedSize ? seen : await readSettled(db, readLogHead);
    if (!head) return true;
    // Read right before: two processes that publish could take a checkpoint back.
    if (lease.term() !== this.#openedTerm) {
      this.#openedTerm = undefined;
      return true;
    }
    const isDone = await files.publish(head);
    if (isDone) this.#publishedMs = clock.nowMs();
    return isDone;
  }
}
