import type { GroupedWriter } from '../../ledger/index.ts';
import type { Clock, Timer } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { settleDue } from './settle-due.ts';
import { drawLines, findDueIds, findNextDue, isBeyond, waitsForTrades } from './settle-store.ts';

/** Longest sleep: options placed by other processes and changed clocks are noticed after it. */
const SLEEP_MS = 1_000;
/** Pause while what is due waits for the next mark, or for another process to complete the tape or to settle it. */
const LOOK_AGAIN_MS = 100;
const MAX_BATCH = 1_250;
/** After this many failures in a row the cause is not a single option. */
const MAX_FAILURES = 64;

type Writer = Pick<GroupedWriter, 'submit'>;

interface SettlerDeps {
  readonly db: Db;
  readonly writer: Writer;
  /** Settles beside `writer` when more than a batch is due: while one posts, the other prepares. */
  readonly beside?: Writer | undefined;
  /** Most options of one transaction. */
  readonly maxBatch?: number;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  /** Completes the tape of marks up to now, in the process that runs the feed; elsewhere does nothing. */
  readonly completeMarks: () => Promise<unknown>;
  /** The same for the tape of trades, for options of rules 1. */
  readonly completeTrades: () => Promise<unknown>;
  /** Called after the commit with each option's lateness in milliseconds. */
  readonly settled?: (lateMs: readonly number[]) => void;
}

/**
 * Draws every option's line and settles it within a second of its expiry (RULES 4): sleeps until the next is due, then
 * works in batches.
 */
export class Settler {
  readonly #deps: SettlerDeps;
  readonly #command: ReturnType<typeof settleDue>;
  readonly #maxBatch: number;
  #timer: Timer | undefined;
  /** When the timer fires, and the next moment announced by {@link expect}. */
  #wakesAtMs = Number.POSITIVE_INFINITY;
  #expectedMs = Number.POSITIVE_INFINITY;
  #turn: Promise<void> = Promise.resolve();
  #stopped = false;
  /** Options that failed by themselves: left out of batches, and retried separately each time. */
  readonly #atFault = new Set<string>();

  constructor(deps: SettlerDeps) {
    this.#deps = deps;
    this.#command = settleDue(deps.clock);
    this.#maxBatch = deps.maxBatch ?? MAX_BATCH;
  }

  start(): void {
    this.#sleep(0);
  }

  /** Begins no further batch: what is due is settled by another process, or at the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    await this.#turn;
  }

  /** Announces that something falls due: the loop sleeps no longer than until then. */
  expect(atMs: number): void {
    this.#expectedMs = Math.min(this.#expectedMs, atMs);
    if (!this.#timer || atMs >= this.#wakesAtMs) return;
    this.#timer.cancel();
    this.#sleep(SLEEP_MS);
  }

  /** Draws and settles everything that is due and on the tape; answers how many this process settled. */
  async settleAll(): Promise<number> {
    return (await this.#doAll()).settled;
  }

  async #doAll(): Promise<{ readonly drawn: number; readonly settled: number }> {
    const { db, clock, completeMarks, completeTrades } = this.#deps;
    const untilMs = clock.nowMs();
    await completeMarks();
    if (!this.#stopped && (await waitsForTrades(db, untilMs))) await completeTrades();
    let drawn = 0;
    while (!this.#stopped) {
      const count = await drawLines(db, untilMs, this.#maxBatch);
      drawn += count;
      if (count < this.#maxBatch) break;
    }
    let settled = await this.#settleInBatches(untilMs);
    settled += await this.#retryAll(untilMs);
    return { drawn, settled };
  }

  /** Batches skip what another has: each writer works on until it finds too little for a whole one. */
  async #settleInBatches(untilMs: number): Promise<number> {
    const { db, writer, beside } = this.#deps;
    if (this.#stopped) return 0;
    const writers = beside && (await isBeyond(db, untilMs, this.#maxBatch + 1)) ? [writer, beside] : [writer];
    const counts = await Promise.all(
      writers.map(async (each) => {
        let settled = 0;
        for (;;) {
          const count = await this.#batch(untilMs, each);
          settled += count;
          if (count < this.#maxBatch || this.#stopped) return settled;
        }
      }),
    );
    return counts.reduce((all, count) => all + count, 0);
  }

  #sleep(delayMs: number): void {
    if (this.#stopped) return;
    const nowMs = this.#deps.clock.nowMs();
    // Includes what was placed during the last turn.
    const leftMs = Math.min(delayMs, Math.max(0, this.#expectedMs - nowMs));
    this.#wakesAtMs = nowMs + leftMs;
    this.#timer = this.#deps.clock.after(leftMs, () => {
      this.#timer = undefined;
      this.#expectedMs = Number.POSITIVE_INFINITY;
      this.#turn = this.#work().then(
        (nextMs) => this.#sleep(nextMs),
        (error: unknown) => {
          if (!this.#stopped) this.#deps.log.error({ err: error }, 'option settlement failed, retrying');
          this.#sleep(SLEEP_MS);
        },
      );
    });
  }

  /** Settles what is due; answers how long to sleep, in ms. */
  async #work(): Promise<number> {
    for (;;) {
      const nextMs = await findNextDue(this.#deps.db, [...this.#atFault]);
      const leftMs = (nextMs ?? Number.POSITIVE_INFINITY) - this.#deps.clock.nowMs();
      if (this.#stopped) return SLEEP_MS;
      if (leftMs > 0) {
        await this.#retryAll(this.#deps.clock.nowMs());
        return Math.min(SLEEP_MS, leftMs);
      }
      const { drawn, settled } = await this.#doAll();
      if (drawn + settled === 0) return LOOK_AGAIN_MS;
    }
  }

  async #batch(untilMs: number, writer: Writer): Promise<number> {
    try {
      return await this.#settle(untilMs, { only: null, aside: [...this.#atFault], writer });
    } catch (error) {
      if (this.#stopped) throw error;
      this.#deps.log.error({ err: error }, 'option batch settlement failed, retrying in parts');
      const ids = await findDueIds(this.#deps.db, { untilMs, max: this.#maxBatch, aside: [...this.#atFault] });
      return this.#halved(untilMs, ids, { failures: 0 });
    }
  }

  /** Halves a failing batch until the failing option is isolated, so that it blocks no other. */
  async #halved(untilMs: number, ids: readonly string[], tried: { failures: number }): Promise<number> {
    let settled = 0;
    const middle = Math.ceil(ids.length / 2);
    for (const part of [ids.slice(0, middle), ids.slice(middle)]) {
      const [first] = part;
      if (first === undefined || this.#stopped) continue;
      try {
        settled += await this.#settle(untilMs, { only: part, aside: [...this.#atFault] });
        tried.failures = 0;
      } catch (error) {
        tried.failures += 1;
        if (tried.failures > MAX_FAILURES) throw error;
        if (part.length > 1) settled += await this.#halved(untilMs, part, tried);
        else this.#setAside(first, error);
      }
    }
    return settled;
  }

  async #retryAll(untilMs: number): Promise<number> {
    let settled = 0;
    for (const id of [...this.#atFault]) if (!this.#stopped) settled += await this.#retry(untilMs, id);
    return settled;
  }

  /** Retries an option that failed by itself; answers how many were settled. */
  async #retry(untilMs: number, id: string): Promise<number> {
    try {
      const settled = await this.#settle(untilMs, { only: [id], aside: [] });
      this.#atFault.delete(id);
      return settled;
    } catch (error) {
      this.#setAside(id, error);
      return 0;
    }
  }

  #setAside(id: string, error: unknown): void {
    // Logged once: it is retried every second.
    if (!this.#atFault.has(id))
      this.#deps.log.error({ err: error, optionId: id }, 'option settlement failed, retrying every second');
    this.#atFault.add(id);
  }

  async #settle(
    untilMs: number,
    {
      writer = this.#deps.writer,
      ...which
    }: { readonly only: readonly string[] | null; readonly aside: readonly string[]; readonly writer?: Writer },
  ): Promise<number> {
    const result = await writer.submit(this.#command, { untilMs, max: this.#maxBatch, ...which });
    if (result.ok) {
      this.#deps.settled?.(result.value);
      return result.value.length;
    }
    // Both sides hold what they owe, so a refusal is unexpected, and retried like any failure.
    throw new Error(`option settlement refused: ${result.refusal.reason}`);
  }
}
