import type { Result } from '@plimsoll/contract';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { IdempotencyClaim } from '../platform/idempotency.ts';
import { Listeners } from '../platform/listeners.ts';
import type { Log } from '../platform/log.ts';
import { AccountNumbers } from './accounts.ts';
import { executeBatch, shortCircuitBatch, type Batch, type BatchEvents } from './batch.ts';
import type { Journal } from './journal.ts';
import type { LedgerCommand, Submission } from './ledger-command.ts';
import { CommandQueue } from './queue.ts';
import { commitWithRecovery, OutcomeUnknown } from './recovery.ts';

/** Most commands in one transaction: more would only make the first wait for the last. */
const MAX_BATCH_SIZE = 512;

/** How long answers wait at most for the next batch to be sent. */
const ANSWER_WITHIN_MS = 3;

interface WriterOptions {
  /** A pool of one connection, the writer's own. */
  readonly connection: Db;
  /** For what happens outside the writer's transactions: opening accounts, and looking after a commit in doubt. */
  readonly db: Db;
  readonly clock: Clock;
  /** Most commands in one transaction; 1 is direct posting, for comparison. */
  readonly maxBatchSize?: number;
  /** Where it says that a listener threw. */
  readonly log?: Pick<Log, 'error'>;
}

/**
 * The only way by which money moves. Commands that come in while a batch is being planned and posted go together in the
 * next, so that one fsync, one lock of the chain's end and one change of each house account serve them all. The next
 * batch is sent as soon as the one before is posted, behind its commit on the same connection, so that the database
 * goes from one to the other without waiting for Node. `queue.ts` says what goes into a batch, `batch.ts` how it is
 * executed, `recovery.ts` what happens when its commit is in doubt.
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
  /** The last batch begun is not posted yet: what comes now waits, to go together. */
  #isPlanning = false;
  /** Resolves when the last batch begun is on its way to the database, or over. */
  #lastSent: Promise<void> = Promise.resolve();
  #idle: (() => void)[] = [];

  constructor({ connection, db, clock, maxBatchSize = MAX_BATCH_SIZE, log }: WriterOptions) {
    this.#db = connection;
    this.#outside = db;
    this.#clock = clock;
    this.#numbers = new AccountNumbers(db);
    this.#queue = new CommandQueue(maxBatchSize);
    this.#posted = new Listeners('ledger.posted', log);
  }

  /** Commands that wait for their batch. */
  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Does one command; resolves when it is committed, or refused and nothing moved. With a claim the answer is kept in
   * the same transaction. Rejects when it failed and nothing was done, or with {@link OutcomeUnknown}.
   */
  submit<In, Planned, Out>(
    command: LedgerCommand<In, Planned, Out>,
    input: In,
    claim?: IdempotencyClaim,
  ): Promise<Result<Out>> {
    const { submission, answer } = command.submission(input, claim);
    this.#queue.push(submission);
    this.#wake();
    return answer;
  }

  /**
   * Notifies `listener` of what this writer posted, batch by batch, once it is committed. Every posting waits for it,
   * so it does its work later; what it throws is logged.
   */
  onPosted(listener: (journals: readonly Journal[]) => void): void {
    this.#posted.add(listener);
  }

  /** Resolves when everything submitted so far is answered. */
  async drained(): Promise<void> {
    if (this.#running === 0 && this.#queue.length === 0) return;
    await new Promise<void>((resolve) => {
      this.#idle.push(resolve);
    });
  }

  #wake(): void {
    if (this.#isWaking || this.#isPlanning) return;
    this.#isWaking = true;
    // The rest of this turn of the event loop may bring more.
    setImmediate(() => {
      this.#isWaking = false;
      this.#begin();
    });
  }

  /** Begins the next batch, if its turn has come. */
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

  /** Does a batch and answers its callers; those of one that failed wait again, each to go by itself. Never rejects. */
  async #run(submissions: readonly Submission[], events: Required<BatchEvents>): Promise<void> {
    let batch: Batch;
    try {
      batch = (await shortCircuitBatch(this.#db, submissions)) ?? (await this.#commit(submissions, events));
    } catch (error) {
      if (submissions.length === 1 || error instanceof OutcomeUnknown) for (const { fail } of submissions) fail(error);
      else this.#queue.requeueIsolated(submissions);
      return;
    }
    // Whoever waits for this batch to be sent need not any more, however it was done.
    events.sent();
    if (this.#running > 1) await this.#nextSent();
    batch.settle();
  }

  /** Executes and commits a batch, whatever becomes of the connection at its commit, and notifies of what it posted. */
  async #commit(submissions: readonly Submission[], events: BatchEvents): Promise<Batch> {
    const batch = await commitWithRecovery(
      (inFlight, attempt) =>
        executeBatch(
          submissions,
          { db: this.#db, numbers: this.#numbers, nowMs: this.#clock.nowMs() },
          inFlight,
          attempt === 1 ? events : {},
        ),
      { query: this.#outside, clock: this.#clock },
    );
    this.#posted.notify(batch.journals);
    return batch;
  }

  /**
   * The database waits for the batch behind this one, whose plans are about to be answered: it is sent on before our
   * answers are written.
   */
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
