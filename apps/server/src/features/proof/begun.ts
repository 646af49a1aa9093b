import { committing, type Commit } from './entries/made-entry.ts';
import { logKeyOf, type LogKey } from './log-key.ts';

/** What is read at the start, when the log has begun; plain, so that a thread can be given it. */
export interface Begun {
  readonly origin: string;
  /** The key of commitments (PROOF 2.2). */
  readonly commitmentKey: Uint8Array;
  /** Seeds of the signing keys, the present one first. */
  readonly seeds: readonly string[];
}

/** What works once the log has begun. */
export interface Signing {
  readonly commit: Commit;
  readonly keys: readonly LogKey[];
}

/** Makes the keys of what was read, once. @throws Error before the log has begun */
export function signingOf(begun: () => Begun): () => Signing {
  let made: Signing | undefined;
  return () => {
    if (made) return made;
    const { origin, commitmentKey, seeds } = begun();
    made = { commit: committing(commitmentKey), keys: seeds.map((seed) => logKeyOf(origin, seed)) };
    return made;
  };
}
