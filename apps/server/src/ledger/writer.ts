import type { Result } from '@plimsoll/contract';
import type { Clock } from '../platform/clock.ts';
import { CommitUncertain, type Db } from '../platform/db.ts';
import type { IdempotencyClaim } from '../platform/idempotency.ts';
import { AccountNumbers } from './accounts.ts';
import { tryShortCircuit, commitBatch, type Item, type Tried } from './batch.ts';
import { wasPosted, type Posting } from './causes.ts';
import type { LedgerCommand } from './command.ts';
import type { Journal } from './journal.ts';
import { isShort } from './post.ts';

/** How long the database may be away while a commit is in doubt: the embedded one is back within fifteen seconds. */
const MAX_POLLS = 80;
const LOOK_EVERY_MS = 250;

/** How often in a row a batch is done whose commit was in doubt and did not take effect. */
const MAX_ATTEMPTS = 3;

/** What became of a batch could not be found out: it is never done again. */
class StillInDoubt extends CommitUncertain {}

/** Most commands in one transaction: more would only make the first wait for the last. */
const MAX_BATCH_SIZE = 512;

/** How long answers wait at most for the next batch to be sent. */
const ANSWER_WITHIN_MS = 3;

/** What a batch tells on its way. */
type BatchCallbacks = Required<Pick<Parameters<typeof commitBatch>[1], 'sent' | 'posted'>>;

/**
 * An item that waits; `apart` once it was part of a batch that failed, and goes by itself to get an answer of its own.
 */
interface Waiting extends Item {
  apart?: true;
}

const isIsolated = ({ command, apart }: Waiting): boolean => apart === true || command.alone === true;

/**
 * The one door through which money moves. Commands that come in while a batch is being planned and posted go together
 * in the next, so that a fsync, a lock of the chain's end and a touch of the house's accounts serve them all. The next
 * batch is sent as soon as the one before is posted, behind its commit on the same connection: the database goes from
 * one to the other without waiting for us.
 */
export class GroupedWriter {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #outside: Db;
  readonly #numbers: AccountNumbers;
  readonly #maxBatchSize: number;
  #queue: Waiting[] = [];
  #isWaking = false;
  /** Batches begun and not settled. */
  #running = 0;
  /** The last batch begun is not posted yet: what comes now waits, to go together. */
  #isPlanning = false;
  /** Resolves when the last batch begun is on its way to the database, or over. */
  #onItsWay: Promise<void> = Promise.resolve();
  /** What is running shares its time with no other batch. */
  #isApart = false;
  #idle: (() => void)[] = [];
  readonly #listeners: ((journals: readonly Journal[]) => void)[] = [];

  /**
   * `connection` is a pool of one, the writer's own; accounts are opened outside its transactions, through `db`.
   * `maxBatchSize` of 1 is direct posting, for comparison.
   */
  constructor({
    connection,
    db,
    clock,
    maxBatchSize = MAX_BATCH_SIZE,
  }: {
    connection: Db;
    db: Db;
    clock: Clock;
    maxBatchSize?: number;
  }) {
    this.#db = connection;
    this.#clock = clock;
    this.#outside = db;
    this.#numbers = new AccountNumbers(db);
    this.#maxBatchSize = maxBatchSize;
  }

  /** Commands that wait for their batch. */
  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Does one command; resolves when it is committed, or refused and nothing moved. With a claim the answer is kept in
   * the same transaction.
   */
  submit<In, Planned, Out>(
    command: LedgerCommand<In, Planned, Out>,
    input: In,
    claim?: IdempotencyClaim,
  ): Promise<Result<Out>> {
    return new Promise((resolve, reject) => {
      this.#queue.push({
        command,
        input,
        claim,
        settle: resolve as (result: Result<unknown>) => void,
        fail: reject,
      });
      this.#wake();
    });
  }

  /**
   * Tells `listener` what this writer posted, batch by batch, when it is committed. It is in every posting's way: it
   * looks, and does its work later.
   */
  onPosted(listener: (journals: readonly Journal[]) => void): void {
    this.#listeners.push(listener);
  }

  /** Resolves when everything submitted so far is settled. */
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
    const [first] = this.#queue;
    if (!first || this.#isPlanning) return;
    const isApart = isIsolated(first);
    if (this.#running > 0 && (isApart || this.#isApart)) return;
    const items = this.#take(first);
    this.#running += 1;
    this.#isPlanning = true;
    this.#isApart = isApart;
    let isPosted = false;
    const posted = (): void => {
      if (isPosted) return;
      isPosted = true;
      this.#isPlanning = false;
      this.#begin();
    };
    const { promise, resolve: sent } = Promise.withResolvers<void>();
    this.#onItsWay = promise;
    void this.#settle(items, { sent, posted }).then(() => {
      sent();
      this.#running -= 1;
      if (!isPosted) posted();
      else this.#begin();
      if (this.#running > 0 || this.#queue.length > 0) return;
      for (const resolve of this.#idle.splice(0)) resolve();
    });
  }

  /** The next commands that may share a transaction, in the order they came. */
  #take(first: Waiting): Item[] {
    let count = 1;
    while (count < this.#queue.length && count < this.#maxBatchSize) {
      const next = this.#queue[count] as Waiting;
      if (first.apart || next.apart) break;
      if (first.command.alone ? next.command !== first.command : next.command.alone) break;
      count += 1;
    }
    return this.#queue.splice(0, count);
  }

  /** Does a batch and answers its items; those of one that failed wait again, each by itself. */
  async #settle(items: readonly Item[], told: BatchCallbacks): Promise<void> {
    try {
      const results = (await tryShortCircuit(this.#db, items)) ?? (await this.#surely(items, told));
      // Whoever waits for this batch to be sent need not any more, however it was done.
      told.sent();
      if (this.#running > 1) await this.#afterNext();
      items.forEach((item, index) => {
        if (item.claim) item.claim.kept = true;
        item.settle(results[index] as Result<unknown>);
      });
    } catch (error) {
      if (items.length === 1 || error instanceof StillInDoubt) for (const { fail } of items) fail(error);
      else this.#queue.unshift(...items.map((item): Waiting => ({ ...item, apart: true })));
    }
  }

  /**
   * The database waits for the batch behind this one, whose plans are about to be answered: it is sent on before our
   * answers are written.
   */
  #afterNext(): Promise<void> {
    return new Promise((resolve) => {
      const late = this.#clock.after(ANSWER_WITHIN_MS, resolve);
      void this.#onItsWay.then(() => {
        late.cancel();
        resolve();
      });
    });
  }

  /**
   * Commits the items; when the connection breaks at the very commit, finds out what became of it, and does again what
   * took no effect.
   */
  async #surely(items: readonly Item[], told: BatchCallbacks): Promise<Result<unknown>[]> {
    for (let tries = 1; ; tries += 1) {
      const tried: Tried = {};
      try {
        const results = await this.#commit(items, tried, tries === 1 ? told : undefined);
        this.#tell(tried);
        return results;
      } catch (error) {
        if (!(error instanceof CommitUncertain)) throw error;
        if (tried.results && tried.posting && (await this.#tookEffect(tried.posting))) {
          this.#tell(tried);
          return tried.results;
        }
        if (tries === MAX_ATTEMPTS) throw error;
      }
    }
  }

  /** A listener's fault is its own: what was posted is answered as it is, and never done again. */
  #tell({ journals = [] }: Tried): void {
    for (const listener of this.#listeners) {
      try {
        listener(journals);
      } catch (fault) {
        queueMicrotask(() => {
          throw fault;
        });
      }
    }
  }

  /** What became of a posting whose commit nobody heard of. The database may be away, or at work on it still. */
  async #tookEffect(posting: Posting): Promise<boolean> {
    let cause: unknown;
    for (let looks = 1; looks <= MAX_POLLS; looks += 1) {
      try {
        const found = await wasPosted(this.#outside, posting);
        if (found !== undefined) return found;
      } catch (unreachable) {
        cause = unreachable;
      }
      await new Promise<void>((resolve) => {
        this.#clock.after(LOOK_EVERY_MS, resolve);
      });
    }
    throw new StillInDoubt('nobody could say what became of a commit', { cause });
  }

  /** At first without a look at what each account can pay; when one cannot, again, to leave out what falls short. */
  async #commit(items: readonly Item[], tried: Tried, told?: BatchCallbacks): Promise<Result<unknown>[]> {
    const how = { db: this.#db, numbers: this.#numbers, nowMs: this.#clock.nowMs(), tried };
    try {
      return await commitBatch(items, { ...how, ...told });
    } catch (error) {
      if (!isShort(error)) throw error;
      return commitBatch(items, how, { leaveOut: true });
    }
  }
}
