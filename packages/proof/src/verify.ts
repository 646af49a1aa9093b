import type { Amount, Price } from '@plimsoll/money';
import { settle, tickAt, type OptionTerms, type Outcome, type Settlement } from './settle.ts';
import { firstBreak, type TapeTick } from './tick.ts';

/** A settled option as its owner was told it. */
export interface SettledOption extends OptionTerms {
  readonly placedAtMs: number;
  readonly entry: NamedTick;
  /** Null when it was void. */
  readonly exit: NamedTick | null;
  readonly outcome: Outcome;
  readonly profit: Amount;
}

/** A tick or a mark as an order names it. */
export type NamedTick = Pick<TapeTick, 'seq' | 'price' | 'hash'>;

/** What is checked, in this order. */
export const PROOF_STEPS = ['chain', 'entry', 'exit', 'outcome', 'profit'] as const;
export type ProofStep = (typeof PROOF_STEPS)[number];

export interface Proof<T extends { readonly price: Price } = TapeTick> {
  /** Whether each step came out as the member was told. */
  readonly steps: Readonly<Record<ProofStep, boolean>>;
  /** True when all did. */
  readonly holds: boolean;
  /** What was reckoned here, from the tape alone. */
  readonly settlement: Settlement<T>;
  /** How many ticks or marks were read. */
  readonly ticks: number;
}

const isSame = (told: NamedTick | null, found: TapeTick | null | undefined): boolean =>
  told === null
    ? (found ?? null) === null
    : told.seq === found?.seq && told.hash === found.hash && told.price === found.price;

/**
 * Reckons a settled option anew (RULES 4). `stretch` is the tape's from the entry tick on, whole, up to and with the
 * first tick after the expiry; where the tape ends before, up to its end.
 */
export function verifyOption(option: SettledOption, stretch: readonly TapeTick[]): Proof {
  const [first, second] = stretch;
  const settlement = settle(option, tickAt(stretch, option.expiresAtMs));
  const steps = {
    chain: first !== undefined && firstBreak(stretch) === undefined,
    // The line is the last tick there was when the order was taken: none stands between.
    entry:
      isSame(option.entry, first) &&
      option.entryPrice === option.entry.price &&
      (first?.receiveTimeMs ?? Number.POSITIVE_INFINITY) <= option.placedAtMs &&
      (second === undefined || second.receiveTimeMs >= option.placedAtMs),
    exit: isSame(option.exit, settlement.exit),
    outcome: option.outcome === settlement.outcome,
    profit: option.profit === settlement.profit,
  };
  return { steps, holds: PROOF_STEPS.every((step) => steps[step]), settlement, ticks: stretch.length };
}
