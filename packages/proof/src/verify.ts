import type { Amount, Price } from '@plimsoll/money';
import { settle, tickAt, type OptionTerms, type Outcome, type Settlement } from './settle.ts';
import { firstBreak, type TapeTick } from './tick.ts';

/** A settled option by rules 1 as shown to its owner. */
export interface SettledOption extends OptionTerms {
  readonly placedAtMs: number;
  readonly entry: NamedTick;
  /** Null when it was void. */
  readonly exit: NamedTick | null;
  readonly outcome: Outcome;
  readonly profit: Amount;
}

/** A tick or a mark as an option names it. */
export type NamedTick = Pick<TapeTick, 'seq' | 'price' | 'hash'>;

/** The steps of a check, in order. */
export const PROOF_STEPS = ['chain', 'entry', 'exit', 'outcome', 'profit'] as const;
export type ProofStep = (typeof PROOF_STEPS)[number];

export interface Proof<T extends { readonly price: Price } = TapeTick> {
  /** Whether each step agrees with what was shown. */
  readonly steps: Readonly<Record<ProofStep, boolean>>;
  /** True when all agree. */
  readonly holds: boolean;
  /** Recomputed from the tape only. */
  readonly settlement: Settlement<T>;
  /** How many ticks or marks were read. */
  readonly ticks: number;
}

/** True when the option names what was found on the tape. */
export const isSame = (named: NamedTick | null, found: NamedTick | null | undefined): boolean =>
  named === null ? !found : named.seq === found?.seq && named.hash === found.hash && named.price === found.price;

/**
 * Recomputes a settled option by rules 1 (RULES 4). `stretch` is the whole tape from the entry tick to the first tick
 * after the expiry. A stretch that ends before proves no exit: a later tick may have been left out.
 */
export function verifyOption(option: SettledOption, stretch: readonly TapeTick[]): Proof {
  const [first, second] = stretch;
  const endMs = stretch.at(-1)?.receiveTimeMs ?? Number.NEGATIVE_INFINITY;
  const settlement = settle(option, tickAt(stretch, option.expiresAtMs));
  const steps = {
    chain: first !== undefined && firstBreak(stretch) === undefined,
    // The line is the last tick before the option was placed.
    entry:
      isSame(option.entry, first) &&
      option.entryPrice === option.entry.price &&
      (first?.receiveTimeMs ?? Number.POSITIVE_INFINITY) <= option.placedAtMs &&
      (second === undefined || second.receiveTimeMs >= option.placedAtMs),
    exit: isSame(option.exit, settlement.exit) && endMs > option.expiresAtMs,
    outcome: option.outcome === settlement.outcome,
    profit: option.profit === settlement.profit,
  };
  return { steps, holds: PROOF_STEPS.every((step) => steps[step]), settlement, ticks: stretch.length };
}
