import { refuse, type Result } from '@plimsoll/contract';
import type { Clock } from '../platform/clock.ts';
import { CommitUncertain, type Db, type Tx } from '../platform/db.ts';
import { keepAnswers, type IdempotencyClaim, type KeptAnswer } from '../platform/idempotency.ts';
import { AccountNumbers } from './accounts.ts';
import { wasPosted } from './causes.ts';
import type { Journal } from './journal.ts';
import { postGroups } from './post.ts';

/** What a deed would do: journals to post, and what it needs to write its own rows afterwards. */
export interface Plan<Planned> {
  readonly journals: readonly Journal[];
  readonly planned: Planned;
}

/**
 * A kind of business that moves money, done for many at once: plan all, post all, record all, in one transaction.
 * A plan may read and lock its slice's rows; it may be made again when the transaction is tried again, so it changes nothing in memory.
 */
export interface Deed<In, Planned, Out> {
  readonly name: string;
  /** A result for each input, in order; the planned ones are then posted. */
  plan(tx: Tx, inputs: readonly In[]): Promise<readonly Result<Plan<Planned>>[]>;
  /** Writes the rows of what was posted; answers each, in order. */
  record(tx: Tx, done: readonly Planned[]): Promise<readonly Out[]>;
  /** Runs in a transaction with no other kind of deed: it must see all that was committed before, and be seen by all after. */
  readonly alone?: boolean;
}

interface Item {
  readonly deed: Deed<unknown, unknown, unknown>;
  readonly input: unknown;
  readonly claim: IdempotencyClaim | undefined;
  readonly settle: (result: Result<unknown>) => void;
  readonly fail: (error: unknown) => void;
}

/** What a transaction did, should its commit remain in doubt: its results, and one cause that tells whether it was committed. */
interface Tried {
  results?: Result<unknown>[];
  cause?: Journal['cause'];
}

/** How long the database may be away while a commit is in doubt: the embedded one is back within fifteen seconds. */
const MOST_LOOKS = 80;
const LOOK_EVERY_MS = 250;

/** Most deeds in one transaction: more would only make the first wait for the last. */
const MOST_TOGETHER = 512;

/**
 * The one door through which money moves. Deeds that come in while a transaction is under way wait and go together in the
 * next, so that a fsync, a lock of the chain's end and a touch of the house's accounts serve them all.
 */
export class GroupedWriter {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #outside: Db;
  readonly #numbers: AccountNumbers;
  readonly #mostTogether: number;
  #queue: Item[] = [];
  #busy = false;
  #idle: (() => void)[] = [];

  /**
   * `connection` is a pool of one, the writer's own; accounts are opened outside its transactions, through `db`.
   * `mostTogether` of 1 is direct posting, for comparison.
   */
  constructor({ connection, db, clock, mostTogether = MOST_TOGETHER }: { connection: Db; db: Db; clock: Clock; mostTogether?: number }) {
    this.#db = connection;
    this.#clock = clock;
    this.#outside = db;
    this.#numbers = new AccountNumbers(db);
    this.#mostTogether = mostTogether;
  }

  /** Does one deed; resolves when it is committed, or refused and nothing moved. With a claim the answer is kept in the same transaction. */
  submit<In, Planned, Out>(deed: Deed<In, Planned, Out>, input: In, claim?: IdempotencyClaim): Promise<Result<Out>> {
    return new Promise((resolve, reject) => {
      this.#queue.push({
        deed,
        input,
        claim,
        settle: resolve as (result: Result<unknown>) => void,
        fail: reject,
      });
      this.#wake();
    });
  }

  /** Resolves when everything submitted so far is settled. */
  async drained(): Promise<void> {
    if (!this.#busy) return;
    await new Promise<void>((resolve) => { this.#idle.push(resolve); });
  }

  #wake(): void {
    if (this.#busy) return;
    this.#busy = true;
    // The rest of this turn of the event loop may bring more.
    setImmediate(() => {
      void this.#work();
    });
  }

  async #work(): Promise<void> {
    while (this.#queue.length > 0) await this.#settle(this.#take());
    this.#busy = false;
    const waiting = this.#idle;
    this.#idle = [];
    for (const resolve of waiting) resolve();
  }

  /** The next deeds that may share a transaction, in the order they came. */
  #take(): Item[] {
    const first = this.#queue[0];
    const alone = first?.deed.alone === true;
    let count = 0;
    while (count < this.#queue.length && count < this.#mostTogether) {
      const { deed } = this.#queue[count] as Item;
      if (alone ? deed !== first.deed : deed.alone === true) break;
      count += 1;
    }
    return this.#queue.splice(0, count);
  }

  async #settle(items: readonly Item[]): Promise<void> {
    try {
      const results = await this.#surely(items);
      items.forEach((item, index) => {
        if (item.claim) item.claim.kept = true;
        item.settle(results[index] as Result<unknown>);
      });
    } catch (error) {
      if (items.length === 1) {
        items[0]?.fail(error);
        return;
      }
      // One spoilt the transaction for all; each alone gets its own answer.
      for (const item of items) await this.#settle([item]);
    }
  }

  /** Commits the items; when the connection breaks at the very commit, finds out what became of it. */
  async #surely(items: readonly Item[]): Promise<Result<unknown>[]> {
    const tried: Tried = {};
    try {
      return await this.#commit(items, tried);
    } catch (error) {
      if (!(error instanceof CommitUncertain) || !tried.cause || !tried.results) throw error;
      for (let tries = 1; ; tries += 1) {
        try {
          if (await wasPosted(this.#outside, tried.cause)) return tried.results;
          break;
        } catch (unreachable) {
          if (tries === MOST_LOOKS) throw unreachable;
          await new Promise<void>((resolve) => { this.#clock.after(LOOK_EVERY_MS, resolve); });
        }
      }
      return this.#commit(items, {});
    }
  }

  #commit(items: readonly Item[], tried: Tried): Promise<Result<unknown>[]> {
    const nowMs = this.#clock.nowMs();
    return this.#db.transaction(async (tx) => {
      const results = Array.from<Result<unknown>>({ length: items.length });
      const planned: { index: number; plan: Plan<unknown> }[] = [];
      for (const { deed, indexes } of byDeed(items)) {
        const plans = await deed.plan(tx, indexes.map((index) => items[index]?.input));
        plans.forEach((plan, at) => {
          const index = indexes[at] as number;
          if (plan.ok) planned.push({ index, plan: plan.value });
          else results[index] = plan;
        });
      }
      planned.sort((a, b) => a.index - b.index);
      const short = await postGroups(tx, this.#numbers, planned.map(({ plan }) => plan.journals), nowMs);
      planned.forEach(({ index }, at) => {
        const reason = short.get(at);
        if (reason) results[index] = refuse(reason);
      });
      const posted = planned.filter((_, at) => !short.has(at));
      for (const { deed, indexes } of byDeed(posted.map(({ index }) => items[index] as Item))) {
        const outcomes = await deed.record(tx, indexes.map((at) => posted[at]?.plan.planned));
        indexes.forEach((at, nth) => { results[posted[at]?.index as number] = { ok: true, value: outcomes[nth] }; });
      }
      const answers = items.flatMap(({ claim }, index): KeptAnswer[] => (claim ? [{ claim, result: results[index] as Result<unknown> }] : []));
      await keepAnswers(tx, answers, nowMs);
      const cause = posted[0]?.plan.journals[0]?.cause;
      Object.assign(tried, { results, ...(cause ? { cause } : {}) });
      return results;
    });
  }
}

/** Indexes of the items of each deed, deeds in the order they first appear. */
function byDeed(items: readonly Item[]): { deed: Item['deed']; indexes: number[] }[] {
  const groups = new Map<Item['deed'], number[]>();
  items.forEach((item, index) => {
    const indexes = groups.get(item.deed);
    if (indexes) indexes.push(index);
    else groups.set(item.deed, [index]);
  });
  return [...groups].map(([deed, indexes]) => ({ deed, indexes }));
}
