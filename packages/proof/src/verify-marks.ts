import type { Amount } from '@plimsoll/money';
import { firstMarkBreak, type TapeMark } from './mark.ts';
import { exitOf, lineOf, settleAt, type MarkTerms, type Outcome, type Settlement } from './settle.ts';
import { FIRST_PREVIOUS } from './tick.ts';
import { isSame, PROOF_STEPS, type NamedTick, type Proof } from './verify.ts';

/** A settled option by rules 2 as shown to its owner. */
export interface SettledByMarks extends MarkTerms {
  /** Null when it was void without a line. */
  readonly line: NamedTick | null;
  /** Null when it was void. */
  readonly exit: NamedTick | null;
  readonly outcome: Outcome;
  readonly profit: Amount;
}

/** A {@link Proof} by marks, with the line and whether the stretch goes far enough to be conclusive. */
export interface MarkProof extends Proof<TapeMark> {
  readonly line: TapeMark | null;
  readonly reaches: boolean;
}

/**
 * Recomputes a settled option by rules 2 (RULES 4). `stretch` is the whole tape of marks from the last one before the
 * line's delay ends to the first after the expiry or, for a void, after the time for a next mark. Of a shorter stretch
 * the step that it cannot prove is false.
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
  // The tape is in order of time: a mark after a moment shows that the stretch is complete up to it.
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
