import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { entryLine, formatSum } from '@plimsoll/proof/log';
import type { Clock } from '../../platform/clock.ts';
import { openDb, type Db } from '../../platform/db.ts';
import { DueWork } from '../../platform/due-work.ts';
import { DatabaseLease, LEASE_LIFE_MS } from '../../platform/lease.ts';
import type { Log } from '../../platform/log.ts';
import type { Distribution } from '../../platform/metrics/distribution.ts';
import type { Worker } from '../../platform/slice.ts';
import { takeInThread } from './in-thread.ts';
import { insertEpoch, newestEpochs } from './store.ts';
import type { TakenEpoch } from './take-epoch.ts';

/** Epochs whose trees are kept (PROOF 5). */
export const KEPT_EPOCHS = 24;
/** After the server's start: others first. */
const FIRST_AFTER_MS = 5_000;
/** After an epoch that could not be published. */
const AGAIN_AFTER_MS = 60_000;
const BUILDING = 'building-';

export interface EpochsDeps {
  readonly db: Db;
  /** Of the database, for the thread and the lease. */
  readonly url: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Where each epoch's tree has a folder of its own. */
  readonly folder: string;
  readonly everySeconds: () => number;
  /** How long a published epoch took, and how many coins were not covered of one that was not published. */
  readonly metrics: { readonly took: Distribution; readonly uncovered: Distribution };
}

/** An epoch as it is published; amounts with eight decimals. */
interface Entry {
  readonly at: Date;
  readonly totals: readonly string[];
  readonly house: readonly { readonly name: string; readonly amounts: readonly string[] }[];
  /** The line of the public log. */
  readonly line: string;
}

/** Where the tree of a published epoch is. */
export const epochFolder = (folder: string, epoch: string | number): string => join(folder, String(epoch));

/**
 * Takes an epoch of liabilities when one is due, in whichever process holds the lease (PROOF 5). An epoch is published by
 * its row: a crash before leaves files that the next one removes.
 */
export class LiabilityEpochs implements Worker {
  readonly name = 'liabilities';
  readonly #deps: EpochsDeps;
  readonly #due: DueWork;
  readonly #ending = new AbortController();
  #notBeforeMs = 0;

  constructor(deps: EpochsDeps) {
    this.#deps = deps;
    this.#notBeforeMs = deps.clock.nowMs() + FIRST_AFTER_MS;
    this.#due = new DueWork({
      name: this.name,
      clock: deps.clock,
      log: deps.log,
      nextDueMs: () => this.#nextDueMs(),
      doDue: async (nowMs) => ((await this.#nextDueMs()) <= nowMs && (await this.#takeNow()) ? 1 : 0),
    });
  }

  start(): void {
    this.#due.start();
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#due.stop();
  }

  async #nextDueMs(): Promise<number> {
    const [newest] = await this.#deps.db.run(newestEpochs, [1]);
    const dueMs = newest ? newest.at.getTime() + this.#deps.everySeconds() * 1000 : 0;
    return Math.max(dueMs, this.#notBeforeMs);
  }

  async #takeNow(): Promise<boolean> {
    const { clock, log } = this.#deps;
    this.#notBeforeMs = clock.nowMs() + AGAIN_AFTER_MS;
    try {
      const isPublished = await this.take();
      if (isPublished) this.#notBeforeMs = 0;
      return isPublished;
    } catch (error) {
      if (!this.#ending.signal.aborted) log.error({ err: error }, 'liabilities snapshot failed, retrying');
      return false;
    }
  }

  /**
   * Takes and publishes an epoch now; false when another process is at it, or the totals are not covered. Throws when it
   * fails: nothing is published then.
   */
  async take(): Promise<boolean> {
    const { url, clock, log, db } = this.#deps;
    const connection = openDb(url, { connections: 1, statementMs: LEASE_LIFE_MS });
    const lease = new DatabaseLease({ name: 'liabilities', db: connection, clock, log });
    try {
      if ((await lease.take()) === undefined) return false;
      lease.watch(() => {});
      const kept = await db.run(newestEpochs, [KEPT_EPOCHS]);
      const epoch = Number(kept[0]?.epoch ?? 0) + 1;
      const building = join(this.#deps.folder, `${BUILDING}${epoch}`);
      await this.#removeOthers(kept.map((each) => each.epoch));
      return await this.#publish(epoch, building, lease);
    } finally {
      await lease.release();
      await connection.close();
    }
  }

  async #publish(epoch: number, building: string, lease: DatabaseLease): Promise<boolean> {
    const { url, folder, clock, log, metrics } = this.#deps;
    const startMs = clock.nowMs();
    try {
      const taken = await takeInThread({ url, folder: building, epoch }, this.#ending.signal);
      const uncovered = [
        ...taken.coins.filter((_, coin) => taken.totals[coin] !== taken.covered[coin]),
        ...taken.stray.map((coinId) => `coin ${coinId}`),
      ];
      if (uncovered.length > 0) {
        metrics.uncovered.observe(uncovered.length);
        log.error({ epoch, batch: taken.batch, coins: uncovered }, 'liabilities are not covered, epoch not published');
        return false;
      }
      // Held up for long, this process may have lost it.
      if ((await lease.take()) === undefined) return false;
      await rename(building, epochFolder(folder, epoch));
      const seconds = (clock.nowMs() - startMs) / 1000;
      await this.#insertOrRemove(epoch, taken, seconds);
      metrics.took.observe(seconds);
      log.info({ epoch, batch: taken.batch, members: taken.members, seconds }, 'liabilities published');
      return true;
    } finally {
      await rm(building, { recursive: true, force: true });
    }
  }

  /** Inserts the row; when that fails, the folder does not stay for a tree that another process published. */
  async #insertOrRemove(epoch: number, taken: TakenEpoch, seconds: number): Promise<void> {
    const { db, folder } = this.#deps;
    const entry = this.#entryOf(epoch, taken);
    try {
      await this.#insert(epoch, taken, { entry, seconds });
    } catch (error) {
      const [newest] = await db.run(newestEpochs, [1]);
      // A connection that broke at the commit says nothing of it.
      if (newest?.entry === entry.line) return;
      await rm(epochFolder(folder, epoch), { recursive: true, force: true });
      throw error;
    }
  }

  #entryOf(epoch: number, { root, coins, leaves, batch, ...taken }: TakenEpoch): Entry {
    const at = new Date(this.#deps.clock.nowMs());
    const texts = (amounts: readonly bigint[]) => amounts.map((units) => formatSum(units));
    const totals = texts(taken.totals);
    const house = taken.house.map(({ name, amounts }) => ({ name, amounts: texts(amounts) }));
    const fields = {
      epoch,
      root: Buffer.from(root).toString('hex'),
      coins,
      totals,
      leaves,
      batch: Number(batch),
      house,
    };
    return { at, totals, house, line: entryLine('liabilities', at.toISOString(), fields) };
  }

  async #insert(
    epoch: number,
    taken: TakenEpoch,
    { entry, seconds }: { entry: Entry; seconds: number },
  ): Promise<void> {
    await this.#deps.db.run(insertEpoch, [
      epoch,
      entry.at,
      taken.batch,
      Buffer.from(taken.root),
      taken.coins,
      entry.totals,
      taken.leaves,
      JSON.stringify(entry.house),
      entry.line,
      taken.members,
      seconds,
    ]);
  }

  /** Removes what no kept epoch needs: older ones, and what a crash left. The oldest makes room for the next. */
  async #removeOthers(kept: readonly string[]): Promise<void> {
    const { folder } = this.#deps;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const needed = new Set(kept.slice(0, KEPT_EPOCHS - 1));
    for (const name of await readdir(folder))
      if (!needed.has(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
}
