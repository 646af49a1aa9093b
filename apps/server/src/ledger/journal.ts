import type { AccountType } from '@plimsoll/contract';
import type { Amount } from '@plimsoll/money';
import type { CauseKind, TrialKind } from './cause-kinds.ts';

/** House and outside accounts, one of each per coin (RULES 1). */
export type House = 'outside' | 'spot' | 'options' | 'loans' | 'rewards' | 'fees' | 'rounding';

/** An account, not by its number. */
export type Account =
  | { readonly memberId: string; readonly type: AccountType; readonly coinId: string }
  | { readonly house: House; readonly coinId: string };

/** A hold's name: a kind of thing, and its id. */
export interface HoldRef {
  readonly kind: string;
  readonly ref: string;
}

/** One positive movement of one coin. */
export interface Line {
  readonly from: Account;
  readonly fromFrozen: boolean;
  readonly to: Account;
  readonly toFrozen: boolean;
  readonly amount: Amount;
  readonly hold: HoldRef | null;
}

/** Who asked for a journal. */
export type Actor = { readonly kind: 'member' | 'operator'; readonly id: string } | { readonly kind: 'clock' };

/** One business event: its lines are posted together, once for each cause. */
export interface Journal {
  /** Unique together: `spot-place` and the order's id. */
  readonly cause: { readonly kind: CauseKind | TrialKind; readonly id: string };
  readonly actor: Actor;
  readonly lines: readonly Line[];
}

/** available → available, between two accounts. */
export const move = (from: Account, to: Account, amount: Amount): Line => ({
  from,
  fromFrozen: false,
  to,
  toFrozen: false,
  amount,
  hold: null,
});

/** available → frozen in one account; each name once. */
export const hold = (account: Account, amount: Amount, ref: HoldRef): Line => ({
  from: account,
  fromFrozen: false,
  to: account,
  toFrozen: true,
  amount,
  hold: ref,
});

/** frozen → available in the same account. */
export const release = (account: Account, amount: Amount, ref: HoldRef): Line => ({
  from: account,
  fromFrozen: true,
  to: account,
  toFrozen: false,
  amount,
  hold: ref,
});

/** frozen → another account's available. */
export const capture = (account: Account, to: Account, amount: Amount, ref: HoldRef): Line => ({
  from: account,
  fromFrozen: true,
  to,
  toFrozen: false,
  amount,
  hold: ref,
});

/** Lines without zero amounts, such as a fee that rounds to zero. */
export const nonZeroLines = (lines: readonly Line[]): readonly Line[] => lines.filter((line) => line.amount > 0n);
