import type { Clock, Timer } from './clock.ts';
import { DatabaseLeft, DatabaseSilent } from './database-silent.ts';
import { openDb, sql, type Db, type Gate } from './db.ts';
import { Listeners } from './listeners.ts';
import type { Log } from './log.ts';

const BEAT_EVERY_MS = 500;
/**
 * Without an answer for so long the database counts as silent. Longer than any pause of a healthy one, checkpoints and
 * slow links among them; short enough that callers get an answer before they give up.
 */
export const SILENT_AFTER_MS = 4_000;

const alive = sql<never>('database.alive', 'select');

interface PulseOptions {
  /** A pool of one connection, on which nothing else waits. */
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Asks the database twice a second whether it answers. When a question has no answer for four seconds, because it hangs,
 * is cut off or down, the gate closes: what is under way is given up, what is asked is refused at once instead of piling up. It
 * opens with the first answer.
 */
export class DatabasePulse implements Gate {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #silent: Listeners<undefined>;
  #answeredMs = performance.now();
  #silentSinceMs: number | undefined;
  #timer: Timer | undefined;
  #deadline: Timer | undefined;
  #beating: Promise<boolean> | undefined;
  #stopped = false;
  #hasLeft = false;

  constructor({ db, clock, log }: PulseOptions) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#silent = new Listeners('database.silent', log);
  }

  start(): void {
    this.#beatOn();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    this.#deadline?.cancel();
    await this.#db.close();
  }

  /** Closes the gate for good, as the process has no time left: what is under way is given up, nothing more is asked. */
  leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#silent.notify(undefined);
  }

  silent(): DatabaseSilent | undefined {
    if (this.#hasLeft) return new DatabaseLeft('the server ends and asks the database nothing more');
    return this.#silentSinceMs === undefined ? undefined : new DatabaseSilent('the database does not answer');
  }

  onSilent(listener: () => void): void {
    this.#silent.add(listener);
  }

  /** Seconds since it last answered. */
  ageSeconds(): number {
    return (performance.now() - this.#answeredMs) / 1000;
  }

  /** Whether it answers within `withinMs`; at once when it is known to be silent. */
  async answersWithin(withinMs: number): Promise<boolean> {
    if (this.#silentSinceMs !== undefined) return false;
    let late: Timer | undefined;
    const answered = await Promise.race([
      this.#beat(),
      new Promise<false>((resolve) => {
        late = this.#clock.after(withinMs, () => resolve(false));
      }),
    ]);
    late?.cancel();
    return answered;
  }

  #beatOn(): void {
    void this.#beat().then(() => {
      if (!this.#stopped) this.#timer = this.#clock.after(BEAT_EVERY_MS, () => this.#beatOn());
    });
  }

  /** One beat at a time. Never rejects. */
  #beat(): Promise<boolean> {
    this.#beating ??= this.#ask().finally(() => {
      this.#beating = undefined;
    });
    return this.#beating;
  }

  async #ask(): Promise<boolean> {
    // From the first question without an answer on: a process that was held up had asked nothing meanwhile.
    this.#deadline ??= this.#inTime();
    try {
      await this.#db.run(alive);
      this.#answered();
      return true;
    } catch {
      return false;
    }
  }

  #answered(): void {
    this.#answeredMs = performance.now();
    this.#deadline?.cancel();
    this.#deadline = undefined;
    if (this.#silentSinceMs === undefined) return;
    const afterMs = Math.round(this.#answeredMs - this.#silentSinceMs);
    this.#silentSinceMs = undefined;
    this.#log.info({ afterMs }, 'database answers again');
  }

  /** An answer cancels it. */
  #inTime(): Timer {
    const deadline = this.#clock.after(SILENT_AFTER_MS, () => {
      // What has arrived is read first: a process that was held up itself must not blame the database.
      setImmediate(() => {
        if (this.#deadline === deadline) this.#fallSilent();
      });
    });
    return deadline;
  }

  #fallSilent(): void {
    if (this.#stopped || this.#silentSinceMs !== undefined) return;
    this.#silentSinceMs = this.#answeredMs;
    this.#log.error({}, 'database does not answer, calls that need it are refused until it does');
    this.#silent.notify(undefined);
  }
}

/** Opens the pulse of a database, on a connection of its own. */
export function openPulse(url: string, clock: Clock, log: Log): DatabasePulse {
  const pulse = new DatabasePulse({
    db: openDb(url, { connections: 1, statementMs: SILENT_AFTER_MS }),
    clock,
    log,
  });
  pulse.start();
  return pulse;
}
