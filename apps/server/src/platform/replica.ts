import { installationOf } from './bus/index.ts';
import type { Clock, Timer } from './clock.ts';
import { openDb, sql, type Db, type Query, type Tx } from './db.ts';
import type { Log } from './log.ts';

const LOOK_EVERY_MS = 1_000;
const AGAIN_AFTER_MS = 200;
/** A replica without an answer for so long is away. */
const ANSWER_WITHIN_MS = 2_000;
const CONNECTIONS = 3;
/** Positions of the primary that are remembered: enough for any lag that is of interest. */
const REMEMBERED = 3_600;

const writtenTo = sql<{ at: string }>('replica.writtenTo', 'select pg_current_wal_lsn()::text as at');
const replayed = sql<{ is_replica: boolean; at: string | null }>(
  'replica.replayed',
  'select pg_is_in_recovery() as is_replica, pg_last_wal_replay_lsn()::text as at',
);

/** A position in PostgreSQL's log, as it writes it: `0/16B3748`. */
function positionOf(written: string): bigint {
  const [high = '0', low = '0'] = written.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Why a replica is not read from. */
type WhyNot = 'away' | 'late' | 'not a replica' | 'of another database';

/** Reads that may be some seconds old, and are worth keeping from the database that commits. */
export interface Reports extends Query {
  /** As {@link Db.snapshot}. */
  snapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Whether the replica is read from, and how far it is behind, where that is known; undefined without one. */
  replica(): { readonly isUsed: boolean; readonly lagSeconds: number | undefined } | undefined;
}

/** Without a replica: everything is read from the database itself. */
export const readDirectly = (db: Pick<Db, 'run' | 'snapshot'>): Reports => ({
  run: (statement, values) => db.run(statement, values),
  snapshot: (work) => db.snapshot(work),
  replica: () => undefined,
});

interface ReplicaOptions {
  readonly url: string;
  /** The database that it follows, which is read from while the replica is of no use. */
  readonly db: Pick<Db, 'run' | 'snapshot'>;
  /** Seconds that it may be behind. */
  readonly withinSeconds: number;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'error'>;
}

/**
 * A read replica of the database. Once a second the positions of both in PostgreSQL's log are compared: what it has
 * replayed was written by the database at a known moment. It is read from while that is recent enough; what it fails at
 * is read from the database.
 */
export class Replica implements Reports {
  readonly #options: ReplicaOptions;
  readonly #reads: Db;
  /** On which no report waits. */
  readonly #watch: Db;
  /** Where the database was, oldest first. */
  readonly #written: { readonly at: bigint; readonly ms: number }[] = [];
  #lagMs: number | undefined;
  #whyNot: WhyNot | undefined = 'away';
  #isJudged = false;
  #timer: Timer | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isOfDatabase = false;
  #stopped = false;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.#reads = openDb(options.url, { connections: CONNECTIONS });
    this.#watch = openDb(options.url, { connections: 1, statementMs: ANSWER_WITHIN_MS });
  }

  /** Looks at it, now and every second. Never rejects: a replica that is away stops no start. */
  async start(): Promise<void> {
    await this.look();
    this.#later();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    await this.#looking;
    await Promise.all([this.#reads.close(), this.#watch.close()]);
  }

  /** Looks at it until it is not late any more, at most so long. Never rejects. */
  async caughtUpWithin(ms: number): Promise<void> {
    const { clock } = this.#options;
    const untilMs = clock.nowMs() + ms;
    while (this.#whyNot === 'late' && clock.nowMs() < untilMs) {
      await new Promise<void>((resolve) => {
        clock.after(AGAIN_AFTER_MS, resolve);
      });
      await this.look();
    }
  }

  replica(): { readonly isUsed: boolean; readonly lagSeconds: number | undefined } {
    return {
      isUsed: this.#whyNot === undefined,
      lagSeconds: this.#lagMs === undefined ? undefined : this.#lagMs / 1000,
    };
  }

  run: Reports['run'] = (statement, values) => this.#read((db) => db.run(statement, values));

  snapshot: Reports['snapshot'] = (work) => this.#read((db) => db.snapshot(work));

  /** Compares both once. Never rejects. */
  look(): Promise<void> {
    this.#looking = this.#compare().then(
      (why) => this.#judged(why),
      (error: unknown) => this.#judged('away', error),
    );
    return this.#looking;
  }

  async #read<T>(work: (db: Pick<Db, 'run' | 'snapshot'>) => Promise<T>): Promise<T> {
    if (this.#whyNot !== undefined) return work(this.#options.db);
    try {
      return await work(this.#reads);
    } catch (error) {
      // It broke, or had to choose between the statement and what it replays. A statement that is wrong fails here again.
      this.#options.log.error({ err: error }, 'reading from the replica failed, reading from the database');
      return work(this.#options.db);
    }
  }

  async #compare(): Promise<WhyNot | undefined> {
    const { db, clock, withinSeconds } = this.#options;
    const [written] = await db.run(writtenTo);
    if (written) this.#written.push({ at: positionOf(written.at), ms: clock.nowMs() });
    if (this.#written.length > REMEMBERED) this.#written.shift();
    const [state] = await this.#watch.run(replayed);
    if (!state?.is_replica || state.at === null) return 'not a replica';
    if (!this.#isOfDatabase) {
      const [ours, theirs] = await Promise.all([installationOf(db), installationOf(this.#watch)]);
      if (ours !== theirs) return 'of another database';
      this.#isOfDatabase = true;
    }
    const reached = positionOf(state.at);
    const known = this.#written.findLast(({ at }) => at <= reached);
    this.#lagMs = known && clock.nowMs() - known.ms;
    return this.#lagMs === undefined || this.#lagMs > withinSeconds * 1000 ? 'late' : undefined;
  }

  #judged(why: WhyNot | undefined, error?: unknown): void {
    const { log } = this.#options;
    const isChange = why !== this.#whyNot || !this.#isJudged;
    this.#whyNot = why;
    this.#isJudged = true;
    if (why === 'away') this.#lagMs = undefined;
    if (!isChange || this.#stopped) return;
    const lagSeconds = this.#lagMs === undefined ? undefined : this.#lagMs / 1000;
    if (why === undefined) log.info({ lagSeconds }, 'replica is read from');
    else log.error({ why, lagSeconds, err: error }, 'replica is of no use, reading from the database');
  }

  #later(): void {
    if (this.#stopped) return;
    this.#timer = this.#options.clock.after(LOOK_EVERY_MS, () => {
      void this.look().then(() => this.#later());
    });
  }
}
