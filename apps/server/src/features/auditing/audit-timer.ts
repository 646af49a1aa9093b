import { readLastRuns, recordFailedRun, type AuditKind, type SliceAudit } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { openDb, type Db } from '../../platform/db.ts';
import { DueWork } from '../../platform/due-work.ts';
import { DatabaseLease, LEASE_LIFE_MS } from '../../platform/lease.ts';
import type { Log } from '../../platform/log.ts';
import type { Worker } from '../../platform/slice.ts';
import { auditInThread } from './in-thread.ts';

/** After the server's start: others first. */
const FIRST_AFTER_MS = 60_000;
/** After a run that another process was at, or that could not be recorded. */
const AGAIN_AFTER_MS = 60_000;
/** Of one statement: what takes longer is ended, and the run failed. */
const STATEMENT_MS: Readonly<Record<AuditKind, number>> = { incremental: 30 * 60_000, all: 6 * 3_600_000 };

export interface AuditTimerDeps {
  readonly db: Db;
  /** Of the database, for the thread and the lease. */
  readonly url: string;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'error'>;
  /** Of every slice. */
  readonly audits: readonly SliceAudit[];
  /** How often a run reads what is new; 0 never. */
  readonly everyMs: number;
  /** How often one reads everything; 0 never. */
  readonly allEveryMs: number;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Audits when it is due, in whichever process holds the lease (RULES 1.11); each run is recorded. */
export class AuditTimer implements Worker {
  readonly name = 'audit';
  readonly #deps: AuditTimerDeps;
  readonly #due: DueWork;
  readonly #ending = new AbortController();
  readonly #startMs: number;
  #notBeforeMs: number;

  constructor(deps: AuditTimerDeps) {
    this.#deps = deps;
    this.#startMs = deps.clock.nowMs();
    this.#notBeforeMs = this.#startMs + FIRST_AFTER_MS;
    this.#due = new DueWork({
      name: this.name,
      clock: deps.clock,
      log: deps.log,
      nextDueMs: async () => (await this.#next())?.atMs ?? null,
      doDue: async (nowMs) => ((await this.#runDue(nowMs)) ? 1 : 0),
    });
  }

  start(): void {
    if (this.#deps.everyMs > 0 || this.#deps.allEveryMs > 0) this.#due.start();
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#due.stop();
  }

  /** What is due next, and when. A deployment without a run waits as long as between two. */
  async #next(): Promise<{ readonly kind: AuditKind; readonly atMs: number } | undefined> {
    const { db, clock, everyMs, allEveryMs } = this.#deps;
    const { last, allTriedMs } = await readLastRuns(db);
    const after = (ms: number) => Math.max(ms, this.#notBeforeMs);
    const newMs = everyMs > 0 ? after((last?.beganMs ?? this.#startMs) + everyMs) : undefined;
    const allMs = allEveryMs > 0 ? after((allTriedMs ?? this.#startMs) + allEveryMs) : undefined;
    // Everything is also what is new: of two that are due it goes first.
    if (allMs !== undefined && (newMs === undefined || allMs <= Math.max(newMs, clock.nowMs())))
      return { kind: 'all', atMs: allMs };
    return newMs === undefined ? undefined : { kind: 'incremental', atMs: newMs };
  }

  async #runDue(nowMs: number): Promise<boolean> {
    const due = await this.#next();
    return due !== undefined && due.atMs <= nowMs && (await this.#runExclusive(nowMs));
  }

  /** Audits what is due; false when another process is at it or was, or it could not be done, which is then recorded. */
  async #runExclusive(nowMs: number): Promise<boolean> {
    const { url, clock, log } = this.#deps;
    const connection = openDb(url, { connections: 1, statementMs: LEASE_LIFE_MS });
    const lease = new DatabaseLease({ name: 'audit', db: connection, clock, log });
    try {
      if ((await lease.take()) === undefined) return false;
      lease.watch(() => {});
      const due = await this.#next();
      return due !== undefined && due.atMs <= nowMs && (await this.#run(due.kind));
    } finally {
      this.#notBeforeMs = nowMs + AGAIN_AFTER_MS;
      await lease.release();
      await connection.close();
    }
  }

  async #run(kind: AuditKind): Promise<boolean> {
    const { url, clock, log, db, audits } = this.#deps;
    const beganMs = clock.nowMs();
    try {
      const asked = { url, kind, audits, beganMs, statementMs: STATEMENT_MS[kind] };
      const { isClean, read, seconds, lines, rowsRead } = await auditInThread(asked, this.#ending.signal);
      if (isClean) log.info({ kind: read, seconds, rowsRead }, 'audit clean');
      else log.error({ kind: read, seconds, lines }, 'audit findings');
      return true;
    } catch (error) {
      if (this.#ending.signal.aborted) return false;
      log.error({ err: error, kind }, 'audit could not run');
      await recordFailedRun(db, { kind, beganMs, endedMs: clock.nowMs(), why: messageOf(error) });
      return false;
    }
  }
}
