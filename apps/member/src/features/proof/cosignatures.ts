import { openNote, type VerifierKey, type VerifySignature } from '@plimsoll/proof/log';

/** What a witness says of a checkpoint. */
export interface Cosigned {
  readonly key: VerifierKey;
  /** False where its line in the note is a wrong one. */
  readonly isGood: boolean;
  /** When it cosigned, by its clock; undefined where it has not. */
  readonly atMs: number | undefined;
}

/** Later times are no times at all. */
const MAX_SECONDS = 10 ** 11;

/** What each of these witnesses says of a checkpoint's note (C2SP tlog-cosignature, PROOF 4). */
export const cosignedBy = (
  note: string,
  witnesses: readonly VerifierKey[],
  verify: VerifySignature,
): readonly Cosigned[] =>
  witnesses.map((key) => {
    const opened = openNote(note, [key], verify);
    const seconds = opened?.signatures[0]?.atSeconds;
    const isTime = seconds === undefined || seconds < MAX_SECONDS;
    return {
      key,
      isGood: opened !== undefined && isTime,
      atMs: seconds === undefined || !isTime ? undefined : seconds * 1000,
    };
  });

/** Without a cosignature for so long, the page warns. */
export const UNWITNESSED_MS = 60_000;

/** When a witness cosigned last; undefined where none has. */
export function lastCosignedMs(witnesses: readonly Cosigned[]): number | undefined {
  const times = witnesses.flatMap(({ atMs }) => atMs ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
}
