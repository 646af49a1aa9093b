import type { Result } from '@plimsoll/contract';
import type { Clock } from '../platform/clock.ts';
import type { Db, Query } from '../platform/db.ts';
import type { IdempotencyClaim } from '../platform/idempotency.ts';
import { Listeners } from '../platform/listeners.ts';
import type { Log } from '../platform/log.ts';
import { AccountNumbers } from './accounts.ts';
import { executeBatch, shortCircuitBatch, type Batch, type BatchEvents } from './batch.ts';
import type { Journal } from './journal.ts';
import type { LedgerCommand, Submission } from './ledger-command.ts';
import { CommandQueue } from './queue.ts';
import { commitWithRecovery, OutcomeUnknown } from './recovery.ts';

/** Max commands in one transaction: more would delay the first. */
const MAX_BATCH_SIZE = 512;

/** Max delay of answers until the next batch is sent. */
const ANSWER_WITHIN_MS = 3;

interface WriterOptions {
  /** A pool of one connection, for the writer alone. */
  readonly connection: Db;
  /** For work outside its transactions: looking up uncertain commits, and opening accounts unless `accounts` does. */
  readonly db: Db;
  /**
   * Opens accounts while a batch waits for it, with its locks. Of a pool in which nobody waits for such a lock: callers
   * of `db` may, on all its connections.
   */
  readonly accounts?: Query;
  readonly clock: Clock;
  /** Max commands in one transaction; 1 posts directly, for comparison. */
  readonly maxBatchSize?: number;
  /** Where it says that a listener threw. */
  readonly log?: Pick<Log, 'error'>;
}

/**
 * The only way to move money. Commands that arrive during one batch make the next, so that one fsync, one lock and one
 * change of each house account serve them all. The next batch is sent as soon as the previous is posted, behind its
 * commit on the same connection. `queue.ts` forms batches, `batch.ts` executes them, `recovery.ts` handles uncertain
 * commits.
 */
export class GroupedWriter {
  readonly #db: Db;
  readonly #outside: Db;
  readonly #clock: Clock;
  readonly #numbers: AccountNumbers;
  readonly #queue: CommandQueue;
  readonly #posted: Listeners<readonly Journal[]>;
  #isWaking = false;
  /** Batches begun and not answered. */
  #running = 0;
  /** The last batch is not posted yet: new commands wait. */
  #isPlanning = false;
  /** Resolves when the last batch was sent or is over. */
  #lastSent: Promise<void> = Promise.resolve();
  #idle: (() => void)[] = [];

  constructor({ connection, db, accounts = db, clock, maxBatchSize = MAX_BATCH_SIZE, log }: WriterOptions) {
    this.#db = connection;
    this.#outside = db;
    this.#clock = clock;
    this.#numbers = new AccountNumbers(accounts, clock);
    this.#queue = new CommandQueue(maxBatchSize);
    this.#posted = new Listeners('ledger.posted', log);
    connection.onSilent(() => this.#refuseWaiting());
  }

  /** Commands that wait for their batch. */
  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Does one command; resolves when committed, or refused without effect. With a claim the answer is kept in the same
   * transaction. Rejects when it failed without effect, at once when the database is silent, or with
   * {@link OutcomeUnknown}.
   */
  submit<In, Planned, Out>(
    command: LedgerCommand<In, Planned, Out>,
    input: In,
    claim?: IdempotencyClaim,
  ): Promise<Result<Out>> {
    const silent = this.#db.silent();
    if (silent) return Promise.reject(silent);
    const { submission, answer } = command.submission(input, claim);
    this.#queue.push(submission);
    this.#wake();
    return answer;
  }

  /**
   * Calls `listener` with the journals of each batch after its commit. Postings wait for it, so it must be quick; its
   * errors are logged.
   */
  onPosted(listener: (journals: readonly Journal[]) => void): void {
    this.#posted.add(listener);
  }

  /** Resolves when everything submitted is answered. */
  async drained(): Promise<void> {
    if (this.#running === 0 && this.#queue.length === 0) return;
    await new Promise<void>((resolve) => {
      this.#idle.push(resolve);
    });
  }

  /** Those whose batch was not begun: they need not wait until it is known what became of the one before. */
  #refuseWaiting(): void {
    const silent = this.#db.silent();
    if (!silent) return;
    for (const { fail } of this.#queue.takeAll()) fail(silent);
  }

  #wake(): void {
    if (this.#isWaking || this.#isPlanning) return;
    this.#isWaking = true;
    // This turn of the event loop may bring more.
    setImmediate(() => {
      this.#isWaking = false;
      this.#begin();
    });
  }

  /** Begins the next batch, if it may. */
  #begin(): void {
    if (this.#isPlanning) return;
    const next = this.#queue.take(this.#running);
    if (!next) return;
    this.#running += 1;
    this.#isPlanning = true;
    let isPosted = false;
    const posted = (): void => {
      if (isPosted) return;
      isPosted = true;
      this.#isPlanning = false;
      this.#begin();
    };
    const { promise, resolve: sent } = Promise.withResolvers<void>();
    this.#lastSent = promise;
    void this.#run(next.submissions, { sent, posted }).then(() => {
      sent();
      this.#running -= 1;
      if (!isPosted) posted();
      else this.#begin();
      if (this.#running > 0 || this.#queue.length > 0) return;
      for (const resolve of this.#idle.splice(0)) resolve();
    });
  }

  /** Executes a batch and answers its callers; those of a failed one are repeated, each by itself. Never rejects. */
  async #run(submissions: readonly Submission[], events: Required<BatchEvents>): Promise<void> {
    let batch: Batch;
    try {
      batch = (await shortCircuitBatch(this.#db, submissions)) ?? (await this.#commit(submissions, events));
    } catch (error) {
      if (submissions.length === 1 || error instanceof OutcomeUnknown) for (const { fail } of submissions) fail(error);
      else this.#queue.requeueIsolated(submissions);
      return;
    }
    // Releases answers that wait for this batch to be sent.
    events.sent();
    if (this.#running > 1) await this.#nextSent();
    batch.settle();
  }

  /** Executes and commits a batch, with recovery, and notifies listeners. */
  async #commit(submissions: readonly Submission[], events: BatchEvents): Promise<Batch> {
    const batch = await commitWithRecovery(
      (inFlight, attempt) =>
        executeBatch(
          submissions,
          { db: this.#db, numbers: this.#numbers, nowMs: this.#clock.nowMs() },
          inFlight,
          attempt === 1 ? events : {},
        ),
      { db: this.#outside, clock: this.#clock },
    );
    this.#posted.notify(batch.journals);
    return batch;
  }

  /** Sends the next batch before this one's answers are written: the database waits for it. */
  #nextSent(): Promise<void> {
    return new Promise((resolve) => {
      const late = this.#clock.after(ANSWER_WITHIN_MS, resolve);
      void this.#lastSent.then(() => {
        late.cancel();
        resolve();
      });
    });
  }
}
