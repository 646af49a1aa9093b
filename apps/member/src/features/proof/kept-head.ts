import { forget, recallJson, remember } from '../../platform/storage.ts';
import { checkpointOf, isContinued, type LogHead } from './log-files.ts';

/** A head that this browser keeps from one visit to the next: what a server has shown it once, it must show for good. */
export interface KeptHead {
  /** The checkpoint as it was served: with its signatures it is evidence, and `verify.py --seen` takes it. */
  readonly note: string;
  /** When it was read. */
  readonly atMs: number;
  /** A later one that does not continue it: both are kept then. */
  readonly against?: string;
}

/** For so long one of several servers may honestly show a smaller head than another has shown. */
export const BEHIND_MS = 5 * 60_000;

const isText = (value: unknown): value is string => typeof value === 'string';

/** The head that is kept; null where there is none, or none that can be read. */
export function keptHead(): KeptHead | null {
  const { note, atMs, against } = recallJson<Partial<KeptHead>>('log') ?? {};
  if (!isText(note) || typeof atMs !== 'number' || !checkpointOf(note)) return null;
  return { note, atMs, ...(isText(against) ? { against } : {}) };
}

const keep = (head: KeptHead): void => remember('log', JSON.stringify(head));

/** From now on nothing is kept: the next head is the first. */
export const forgetHead = (): void => forget('log');

/** What a head is to the one that was kept before: undefined while that cannot be known. */
export type Continuity = 'first' | 'continued' | 'changed' | undefined;

/**
 * Compares a head, read at this time, with the one that is kept, and keeps it instead when it continues it. One that does
 * not is kept beside it, until they are forgotten: another server may show another log. Rejects with `Lost` when the
 * log's tiles cannot be read, or are not the head's.
 */
export async function meetKept(
  { checkpoint, note, isSigned }: LogHead,
  readAtMs: number,
  signal: AbortSignal,
): Promise<Continuity> {
  const kept = keptHead();
  const older = kept && checkpointOf(kept.note);
  if (kept?.against !== undefined) return 'changed';
  // Anybody on the way can write one without a signature.
  if (isSigned !== true) return undefined;
  if (!kept || !older) {
    keep({ note, atMs: readAtMs });
    return 'first';
  }
  // A page that stood still comes late with what it had read; and one of several servers may be behind.
  if (readAtMs < kept.atMs || (checkpoint.size < older.size && readAtMs - kept.atMs < BEHIND_MS)) return undefined;
  const isGood = await isContinued(older, checkpoint, signal);
  // Another tab may have gone on meanwhile.
  if (keptHead()?.note === kept.note) keep(isGood ? { note, atMs: readAtMs } : { ...kept, against: note });
  return isGood ? 'continued' : 'changed';
}
