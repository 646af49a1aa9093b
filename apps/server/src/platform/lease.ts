import { randomUUID } from 'node:crypto';
import type { Clock, Timer } from './clock.ts';
import { sql, type Query } from './db.ts';
import type { Log } from './log.ts';

/** Lost when not renewed for so long: a killed holder is replaced within 3 s. */
export const LEASE_LIFE_MS = 2_000;
/** Renewed five times in a life: four may fail, or come late. */
const TRIES_IN_A_LIFE = 5;

const take = sql<{ term: string }>(
  'lease.take',
  `
  insert into process_lease as l (name, holder, until) values ($1, $2, clock_timestamp() + $3 * interval '1 ms')
  on conflict (name) do update
  set holder = excluded.holder, until = excluded.until, term = l.term + case when l.holder = excluded.holder then 0 else 1 end
  where l.holder = excluded.holder or l.until <= clock_timestamp()
  returning term`,
);
const giveUp = sql<never>(
  'lease.giveUp',
  'update process_lease set until = clock_timestamp() where name = $1 and holder = $2',
);

/** What only one process at a time may do. */
export interface Lease {
  /** Its row in the database, by which a statement sees that a term is over ({@link Fence}); none for a single process. */
  readonly name?: string;
  /** The term it is held in, undefined while another holds it: to be read right before what only the holder may do. */
  term(): number | undefined;
  /** Rejects when the database cannot be asked. */
  take(): Promise<number | undefined>;
  /** Tries to keep or take it from now on. */
  watch(changed: (term: number | undefined) => void): void;
  /** Gives it up at once. */
  release(): Promise<void>;
}

/** A term of a lease. What is written in it is not written once another process has taken the lease. */
export interface Fence {
  readonly lease: string;
  readonly term: number;
}

/** The fence of a term; undefined for a single process. */
export const fenceOf = ({ name }: Lease, term: number): Fence | undefined =>
  name === undefined ? undefined : { lease: name, term };

/** For a single process. */
export const alwaysHeld: Lease = { term: () => 1, take: async () => 1, watch() {}, release: async () => {} };

interface DatabaseLeaseOptions {
  readonly name: string;
  /** Its own connection: a renewal that waits behind other statements would come too late. */
  readonly db: Query;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  /** How long it lasts without being renewed. Default: {@link LEASE_LIFE_MS}. */
  readonly lifeMs?: number | undefined;
}

/**
 * A lease kept in the database, by its clock. The holder renews it five times in its life. When it is killed, hangs or
 * loses the database, another takes over within a life and a fifth; by its own clock it knows before that it has lost
 * the lease.
 */
export class DatabaseLease implements Lease {
  readonly name: string;
  readonly #options: DatabaseLeaseOptions;
  readonly #holder = randomUUID();
  readonly #lifeMs: number;
  #held: { readonly term: number; readonly askedMs: number } | undefined;
  #published: number | undefined;
  #changed: (term: number | undefined) => void = () => {};
  #timer: Timer | undefined;
  #trying: Promise<unknown> = Promise.resolve();
  #released = false;

  constructor(options: DatabaseLeaseOptions) {
    this.name = options.name;
    this.#options = options;
    this.#lifeMs = options.lifeMs ?? LEASE_LIFE_MS;
  }

  term(): number | undefined {
    // A clock that was set, in either direction, loses it until the next renewal.
    return this.#held && Math.abs(this.#options.clock.nowMs() - this.#held.askedMs) < this.#lifeMs
      ? this.#held.term
      : undefined;
  }

  async take(): Promise<number | undefined> {
    const term = await this.#ask();
    // Who took it knows: its loss is news even if it was never renewed.
    this.#published = term;
    return term;
  }

  async #ask(): Promise<number | undefined> {
    const { name, db, clock } = this.#options;
    const askedMs = clock.nowMs();
    const trying = db.run(take, [name, this.#holder, this.#lifeMs]);
    this.#trying = trying.catch(() => {});
    const [row] = await trying;
    this.#held = row && { term: Number(row.term), askedMs };
    return this.term();
  }

  watch(changed: (term: number | undefined) => void): void {
    this.#published = this.term();
    this.#changed = changed;
    this.#again();
  }

  async release(): Promise<void> {
    this.#released = true;
    this.#timer?.cancel();
    await this.#trying;
    if (this.#held === undefined) return;
    this.#held = undefined;
    // If this fails, it runs out by itself.
    await this.#options.db.run(giveUp, [this.#options.name, this.#holder]).catch(() => {});
  }

  #again(): void {
    if (this.#released) return;
    this.#timer = this.#options.clock.after(this.#lifeMs / TRIES_IN_A_LIFE, () => {
      this.#ask()
        .catch((error: unknown) =>
          this.#options.log.error({ err: error, lease: this.#options.name }, 'lease renewal failed, retrying'),
        )
        .finally(() => {
          this.#publish();
          this.#again();
        });
    });
  }

  #publish(): void {
    const term = this.term();
    if (term === this.#published || this.#released) return;
    this.#published = term;
    this.#changed(term);
  }
}
