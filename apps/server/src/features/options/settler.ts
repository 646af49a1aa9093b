import type { GroupedWriter } from '../../ledger/index.ts';
import type { Clock, Timer } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { settleDue } from './settle-due.ts';
import { findDueIds, findNextExpiry } from './settle-store.ts';

/** Longest sleep: an option that another process took is not forgotten, nor a clock that was set. */
const SLEEP_MS = 1_000;
/** What is due waits so long for another process to bring the tape up to it, or to finish with it. */
const LOOK_AGAIN_MS = 50;
/** Most options in one transaction. */
const MOST_AT_ONCE = 2_500;

interface SettlerDeps {
  readonly db: Db;
  readonly writer: GroupedWriter;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  /** Brings the tape up to now, in the process that runs the feed; elsewhere does nothing. */
  readonly completeTape: () => Promise<unknown>;
}

/** Settles every option within a second of its expiry: sleeps until the next one, and takes what is due in batches (rules 4). */
export class Settler {
  readonly #deps: SettlerDeps;
  readonly #deed: ReturnType<typeof settleDue>;
  #timer: Timer | undefined;
  #turn: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(deps: SettlerDeps) {
    this.#deps = deps;
    this.#deed = settleDue(deps.clock);
  }

  start(): void {
    this.#sleep(0);
  }

  /** Ends the loop; the batch under way is finished. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    await this.#turn;
  }

  /** Settles everything that has expired by now and whose end is on the tape; answers how many this process settled. */
  async settleAll(): Promise<number> {
    const { clock, completeTape } = this.#deps;
    const untilMs = clock.nowMs();
    await completeTape();
    let settled = 0;
    for (;;) {
      const count = await this.#batch(untilMs);
      settled += count;
      if (count < MOST_AT_ONCE) return settled;
    }
  }

  #sleep(delayMs: number): void {
    if (this.#stopped) return;
    this.#timer = this.#deps.clock.after(delayMs, () => {
      this.#turn = this.#work().then((nextMs) => this.#sleep(nextMs), (error: unknown) => {
        this.#deps.log.error({ err: error }, 'options could not be settled, trying again');
        this.#sleep(SLEEP_MS);
      });
    });
  }

  /** Settles what is due; answers how long to sleep. */
  async #work(): Promise<number> {
    for (;;) {
      const nextMs = await findNextExpiry(this.#deps.db);
      const leftMs = (nextMs ?? Number.POSITIVE_INFINITY) - this.#deps.clock.nowMs();
      if (leftMs > 0 || this.#stopped) return Math.min(SLEEP_MS, leftMs);
      if ((await this.settleAll()) === 0) return LOOK_AGAIN_MS;
    }
  }

  async #batch(untilMs: number): Promise<number> {
    try {
      return await this.#settle(untilMs, MOST_AT_ONCE, null);
    } catch (error) {
      this.#deps.log.error({ err: error }, 'a batch of options could not be settled, each is tried alone');
      return this.#oneByOne(untilMs);
    }
  }

  /** One option at fault keeps the others from nothing: each gets a transaction of its own. */
  async #oneByOne(untilMs: number): Promise<number> {
    const { db, log } = this.#deps;
    let settled = 0;
    for (const id of await findDueIds(db, untilMs, MOST_AT_ONCE)) {
      if (this.#stopped) break;
      try {
        settled += await this.#settle(untilMs, 1, id);
      } catch (error) {
        log.error({ err: error, optionId: id }, 'an option could not be settled');
      }
    }
    return settled;
  }

  async #settle(untilMs: number, most: number, only: string | null): Promise<number> {
    const result = await this.#deps.writer.submit(this.#deed, { untilMs, most, only });
    if (result.ok) return result.value;
    // Both sides hold what they owe since the entry: this cannot be, and is tried again like any failure.
    throw new Error(`options could not be settled: ${result.refusal.reason}`);
  }
}
