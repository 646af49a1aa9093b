import type { Clock } from '../platform/clock.ts';
import { DatabaseLeft } from '../platform/database-silent.ts';
import { CommitUncertain, type Db } from '../platform/db.ts';
import { readSettled } from '../platform/read-settled.ts';
import type { Batch, InFlight } from './batch.ts';
import { wasCommitted, type Evidence } from './causes.ts';

/** The embedded database is back within fifteen seconds. */
const MAX_POLLS = 80;
const POLL_MS = 250;

/** Executions of a batch whose commit repeatedly did not take effect. */
const MAX_ATTEMPTS = 3;

/** The outcome of a batch could not be found; it is not repeated. */
export class OutcomeUnknown extends CommitUncertain {}

interface Recovery {
  /** On another connection than the broken one. */
  readonly db: Pick<Db, 'run' | 'transaction'>;
  readonly clock: Clock;
}

/**
 * Executes a batch; when the connection breaks at the commit, finds out whether it took effect, and executes it again
 * if not. Rejects with {@link OutcomeUnknown} when that is unknown for twenty seconds or at the server's end, with
 * `CommitUncertain` after three attempts without effect, else with the execution's error.
 * @param execute one attempt, counted from 1; sets `inFlight` before it sends the commit.
 */
export async function commitWithRecovery(
  execute: (inFlight: InFlight, attempt: number) => Promise<Batch>,
  recovery: Recovery,
): Promise<Batch> {
  for (let attempt = 1; ; attempt += 1) {
    const inFlight: InFlight = {};
    try {
      return await execute(inFlight, attempt);
    } catch (error) {
      if (!(error instanceof CommitUncertain)) throw error;
      const { batch } = inFlight;
      if (batch?.evidence && (await tookEffect(batch.evidence, recovery))) return batch;
      if (attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Whether an unanswered commit took effect, and for good. The database may be away, or still at it. */
async function tookEffect(evidence: Evidence, { db, clock }: Recovery): Promise<boolean> {
  let cause: unknown;
  for (let polls = 1; polls <= MAX_POLLS; polls += 1) {
    try {
      // Settled either way: a replica may lack it that has it, or be read before it has replayed what it received.
      if ((await wasCommitted(db, evidence)) !== undefined) {
        const found = await readSettled(db, (query) => wasCommitted(query, evidence));
        if (found !== undefined) return found;
      }
    } catch (error) {
      // It can be seen, and waits for a replica in vain.
      if (error instanceof CommitUncertain) throw new OutcomeUnknown('a commit is not safe yet', { cause: error });
      // It says so under its key, to whoever asks the next process.
      if (error instanceof DatabaseLeft)
        throw new OutcomeUnknown('the server ends before it is known', { cause: error });
      cause = error;
    }
    await new Promise<void>((resolve) => {
      clock.after(POLL_MS, resolve);
    });
  }
  throw new OutcomeUnknown('nobody could say what became of a commit', { cause });
}
