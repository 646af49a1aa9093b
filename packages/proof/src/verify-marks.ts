import type { Amount } from '@plimsoll/money';
import { firstMarkBreak, type TapeMark } from './mark.ts';
import { exitOf, lineOf, settleAt, type MarkTerms, type Outcome, type Settlement } from './settle.ts';
import { FIRST_PREVIOUS } from './tick.ts';
import { PROOF_STEPS, type NamedTick, type Proof } from './verify.ts';

/** A settled option by rules 2 as its owner was told it. */
export interface SettledByMarks extends MarkTerms {
  /** Null when it was void because no mark came for it. */
  readonly line: NamedTick | null;
  /** Null when it was void. */
  readonly exit: NamedTick | null;
  readonly outcome: Outcome;
  readonly profit: Amount;
}

/** A {@link Proof} by marks: its line, and whether the stretch goes far enough to rule out anything later. */
export interface MarkProof extends Proof<TapeMark> {
  readonly line: TapeMark | null;
  readonly reaches: boolean;
}

const isSame = (told: NamedTick | null, found: TapeMark | null | undefined): boolean =>
  told === null ? !found : told.seq === found?.seq && told.hash === found.hash && told.price === found.price;

/**
 * Recomputes a settled option (RULES 4). `stretch` is the tape of marks from the last mark before the line could be
 * drawn, whole, to the first that shows that nothing else can decide: the first after the expiry or, for a void, after
 * the time for a next mark. A stretch that begins later or ends before proves nothing, and its step does not hold.
 */
export function verifyByMarks(option: SettledByMarks, stretch: readonly TapeMark[]): MarkProof {
  const fromMs = option.placedAtMs + option.lineDelayMs;
  const [first] = stretch;
  const endMs = stretch.at(-1)?.timeMs ?? Number.NEGATIVE_INFINITY;
  const line = lineOf(stretch, option) ?? null;
  const expiresAtMs = line === null ? undefined : line.timeMs + option.seconds * 1000;
  const exit = expiresAtMs === undefined ? undefined : exitOf(stretch, expiresAtMs, option);
  const settlement: Settlement<TapeMark> = settleAt(option, line?.price ?? null, exit);
  const beginsBefore = first !== undefined && (first.timeMs < fromMs || first.previous === FIRST_PREVIOUS);
  // What comes later on the tape is never earlier: once a mark lies beyond a moment, all up to it is known.
  const knownToMs =
    expiresAtMs === undefined ? fromMs + option.lineWithinMs : exit ? expiresAtMs : expiresAtMs + option.nextWithinMs;
  const reaches = endMs > knownToMs;
  const steps = {
    chain: first !== undefined && firstMarkBreak(stretch) === undefined,
    entry: isSame(option.line, line) && beginsBefore && (line !== null || reaches),
    exit: isSame(option.exit, settlement.exit) && reaches,
    outcome: option.outcome === settlement.outcome,
    profit: option.profit === settlement.profit,
  };
  return { steps, holds: PROOF_STEPS.every((step) => steps[step]), settlement, ticks: stretch.length, line, reaches };
}
