import type { Clock } from '../platform/clock.ts';
import { CommitUncertain, type Query } from '../platform/db.ts';
import type { Batch, InFlight } from './batch.ts';
import { wasCommitted, type Evidence } from './causes.ts';

/** How long the database may be away while a commit is in doubt: the embedded one is back within fifteen seconds. */
const MAX_POLLS = 80;
const POLL_MS = 250;

/** How often in a row a batch is executed whose commit was in doubt and did not take effect. */
const MAX_ATTEMPTS = 3;

/** Nobody could find out what became of a batch: it is never executed again. */
export class OutcomeUnknown extends CommitUncertain {}

interface Recovery {
  /** Over another connection than the one that broke. */
  readonly query: Query;
  readonly clock: Clock;
}

/**
 * Executes a batch, and when the connection breaks at the very commit, finds out what became of it: what was committed
 * stands, and what was not is executed again. Rejects with {@link OutcomeUnknown} when nobody can say for twenty
 * seconds, with `CommitUncertain` when three attempts in a row came to nothing, and with whatever else the execution
 * failed by.
 * @param execute one attempt, counted from 1; sets `inFlight` before its commit is sent.
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

/** Whether a transaction was committed whose commit nobody answered. The database may be away, or at work on it. */
async function tookEffect(evidence: Evidence, { query, clock }: Recovery): Promise<boolean> {
  let cause: unknown;
  for (let polls = 1; polls <= MAX_POLLS; polls += 1) {
    try {
      const found = await wasCommitted(query, evidence);
      if (found !== undefined) return found;
    } catch (unreachable) {
      cause = unreachable;
    }
    await new Promise<void>((resolve) => {
      clock.after(POLL_MS, resolve);
    });
  }
  throw new OutcomeUnknown('nobody could say what became of a commit', { cause });
}
