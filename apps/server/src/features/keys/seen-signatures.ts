import { sql, type Db } from '../../platform/db.ts';
import type { Clock, Timer } from '../../platform/clock.ts';
import { Grouped } from '../../platform/http/grouped.ts';
import { SIGNED_WITHIN_MS } from './signature.ts';
import { Lately } from '../../platform/lately.ts';

/**
 * A signature may come again for so long: programs write whole seconds and sign no bodies, so two orders of one second
 * have one signature.
 */
const AGAIN_WITHIN_MS = 5_000;
const SWEEP_EVERY_MS = 60_000;
/** Signed by a clock that goes ahead, it is timely for twice as long. */
const KEPT_MS = 2 * SIGNED_WITHIN_MS + 60_000;

/**
 * Its commit is not waited for: what the signature allows commits after it, and a commit is durable only with all that
 * were before it. A server that loses the signature has lost its order too.
 */
const see = sql<{ signature: string; first_at: Date }>(
  'keys.seeSignatures',
  `
  with quick as materialized (select set_config('synchronous_commit', 'off', true))
  insert into key_signature as k (signature, first_at)
  select t.signature, $2::timestamptz from (select distinct unnest($1::text[]) as signature) t, quick
   order by t.signature
  on conflict (signature) do update set first_at = k.first_at
  returning signature, first_at`,
);
const forget = sql<never>('keys.forgetSignatures', 'delete from key_signature where first_at <= $1');

/** Signatures of the last minutes, shared by every process. */
export class SeenSignatures {
  readonly #db: Pick<Db, 'run'>;
  readonly #clock: Clock;
  readonly #see: Grouped<string, number>;
  /** When those that were good here of late first came, which never changes. */
  readonly #good: Lately<number>;
  #sweep: Timer | undefined;

  constructor(db: Pick<Db, 'run'>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
    this.#see = new Grouped((signatures) => this.#seeAll(signatures));
    this.#good = new Lately(clock, AGAIN_WITHIN_MS);
  }

  /** Notes a signature; false when it first came too long ago. Orders of one second have one: it is written once. */
  async take(signature: string): Promise<boolean> {
    const firstMs = this.#good.get(signature) ?? (await this.#see.do(signature));
    const ageMs = this.#clock.nowMs() - firstMs;
    if (ageMs > AGAIN_WITHIN_MS) return false;
    this.#good.set(signature, firstMs);
    return true;
  }

  start(): void {
    this.#sweep = this.#clock.after(SWEEP_EVERY_MS, () => this.start());
    void this.#db.run(forget, [new Date(this.#clock.nowMs() - KEPT_MS)]).catch(() => {});
  }

  stop(): void {
    this.#sweep?.cancel();
  }

  async #seeAll(signatures: readonly string[]): Promise<number[]> {
    const rows = await this.#db.run(see, [signatures, new Date(this.#clock.nowMs())]);
    const firstMs = new Map(rows.map((row) => [row.signature, row.first_at.getTime()]));
    return signatures.map((signature) => firstMs.get(signature) ?? Number.NEGATIVE_INFINITY);
  }
}
