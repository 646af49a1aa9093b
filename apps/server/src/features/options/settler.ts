import type { GroupedWriter } from '../../ledger/index.ts';
import type { Clock, Timer } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { settleDue } from './settle-due.ts';
import { drawLines, findDueIds, findNextDue, waitsForTrades } from './settle-store.ts';

/** Longest sleep: an option that another process took is not forgotten, nor a clock that was set. */
const SLEEP_MS = 1_000;
/**
 * What is due waits so long for the next mark, for another process to bring the tape up to it, or to finish with it.
 */
const LOOK_AGAIN_MS = 100;
/** Most options in one transaction. */
const MAX_BATCH = 2_500;
/** So many failures in a row, and it is not single options that are at fault. */
const MAX_FAILURES = 64;

interface SettlerDeps {
  readonly db: Db;
  readonly writer: GroupedWriter;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  /** Brings the tape of marks up to now, in the process that runs the feed; elsewhere does nothing. */
  readonly completeMarks: () => Promise<unknown>;
  /** The same of the tape of trades, for options by rules 1. */
  readonly completeTrades: () => Promise<unknown>;
  /** Notified how many milliseconds after they could be options were settled, once that is committed. */
  readonly settled?: (lateMs: readonly number[]) => void;
}

/**
 * Draws every option's line and settles it within a second of its expiry: sleeps until the next one, and takes what is
 * due in batches (RULES 4).
 */
export class Settler {
  readonly #deps: SettlerDeps;
  readonly #command: ReturnType<typeof settleDue>;
  #timer: Timer | undefined;
  /** When the timer goes off, and the next moment that it was told to expect. */
  #wakesAtMs = Number.POSITIVE_INFINITY;
  #expectedMs = Number.POSITIVE_INFINITY;
  #turn: Promise<void> = Promise.resolve();
  #stopped = false;
  /** Options that could not be settled alone: kept out of the others' way, and tried again each time. */
  readonly #atFault = new Set<string>();

  constructor(deps: SettlerDeps) {
    this.#deps = deps;
    this.#command = settleDue(deps.clock);
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

  /** Something falls due at this moment: the loop does not sleep longer. */
  expect(atMs: number): void {
    this.#expectedMs = Math.min(this.#expectedMs, atMs);
    if (!this.#timer || atMs >= this.#wakesAtMs) return;
    this.#timer.cancel();
    this.#sleep(SLEEP_MS);
  }

  /**
   * Draws every line and settles everything whose time has come by now and is on the tape; answers how many this
   * process settled.
   */
  async settleAll(): Promise<number> {
    return (await this.#doAll()).settled;
  }

  async #doAll(): Promise<{ readonly drawn: number; readonly settled: number }> {
    const { db, clock, completeMarks, completeTrades } = this.#deps;
    const untilMs = clock.nowMs();
    await completeMarks();
    if (await waitsForTrades(db, untilMs)) await completeTrades();
    let drawn = 0;
    for (;;) {
      const count = await drawLines(db, untilMs, MAX_BATCH);
      drawn += count;
      if (count < MAX_BATCH) break;
    }
    let settled = 0;
    for (;;) {
      const count = await this.#batch(untilMs);
      settled += count;
      if (count < MAX_BATCH) break;
    }
    for (const id of [...this.#atFault]) settled += await this.#alone(untilMs, id);
    return { drawn, settled };
  }

  #sleep(delayMs: number): void {
    if (this.#stopped) return;
    const nowMs = this.#deps.clock.nowMs();
    // What was placed while the last look was under way.
    const leftMs = Math.min(delayMs, Math.max(0, this.#expectedMs - nowMs));
    this.#wakesAtMs = nowMs + leftMs;
    this.#timer = this.#deps.clock.after(leftMs, () => {
      this.#timer = undefined;
      this.#expectedMs = Number.POSITIVE_INFINITY;
      this.#turn = this.#work().then(
        (nextMs) => this.#sleep(nextMs),
        (error: unknown) => {
          this.#deps.log.error({ err: error }, 'options could not be settled, trying again');
          this.#sleep(SLEEP_MS);
        },
      );
    });
  }

  /** Settles what is due; answers how long to sleep. */
  async #work(): Promise<number> {
    for (;;) {
      const nextMs = await findNextDue(this.#deps.db, [...this.#atFault]);
      const leftMs = (nextMs ?? Number.POSITIVE_INFINITY) - this.#deps.clock.nowMs();
      if (this.#stopped) return SLEEP_MS;
      if (leftMs > 0) {
        for (const id of [...this.#atFault]) await this.#alone(this.#deps.clock.nowMs(), id);
        return Math.min(SLEEP_MS, leftMs);
      }
      const { drawn, settled } = await this.#doAll();
      if (drawn + settled === 0) return LOOK_AGAIN_MS;
    }
  }

  async #batch(untilMs: number): Promise<number> {
    try {
      return await this.#settle(untilMs, null);
    } catch (error) {
      this.#deps.log.error({ err: error }, 'a batch of options could not be settled, it is tried in parts');
      const ids = await findDueIds(this.#deps.db, { untilMs, most: MAX_BATCH, aside: [...this.#atFault] });
      return this.#inParts(untilMs, ids, { failures: 0 });
    }
  }

  /** One option at fault keeps the others from nothing: what fails is halved until it stands alone. */
  async #inParts(untilMs: number, ids: readonly string[], tried: { failures: number }): Promise<number> {
    let settled = 0;
    const middle = Math.ceil(ids.length / 2);
    for (const part of [ids.slice(0, middle), ids.slice(middle)]) {
      const [first] = part;
      if (first === undefined || this.#stopped) continue;
      try {
        settled += await this.#settle(untilMs, part);
        tried.failures = 0;
      } catch (error) {
        tried.failures += 1;
        if (tried.failures > MAX_FAILURES) throw error;
        if (part.length > 1) settled += await this.#inParts(untilMs, part, tried);
        else this.#setAside(first, error);
      }
    }
    return settled;
  }

  /** Tries one again that was at fault; answers whether it was settled. */
  async #alone(untilMs: number, id: string): Promise<number> {
    try {
      const settled = await this.#settle(untilMs, [id], []);
      this.#atFault.delete(id);
      return settled;
    } catch (error) {
      this.#setAside(id, error);
      return 0;
    }
  }

  #setAside(id: string, error: unknown): void {
    // Said once: it is tried again every second.
    if (!this.#atFault.has(id))
      this.#deps.log.error({ err: error, optionId: id }, 'an option could not be settled, it is tried again and again');
    this.#atFault.add(id);
  }

  async #settle(
    untilMs: number,
    only: readonly string[] | null,
    aside: readonly string[] = [...this.#atFault],
  ): Promise<number> {
    const result = await this.#deps.writer.submit(this.#command, { untilMs, most: MAX_BATCH, only, aside });
    if (result.ok) {
      this.#deps.settled?.(result.value);
      return result.value.length;
    }
    // Both sides hold what they owe since the entry: this cannot be, and is tried again like any failure.
    throw new Error(`options could not be settled: ${result.refusal.reason}`);
  }
}
