import type { AccountType } from '@plimsoll/contract';
import type { FUNDED_HOUSES } from '@plimsoll/contract/operator';
import type { Amount } from '@plimsoll/money';

/** What two operators may post: one proposes, another approves. */
export type ProposalKind = 'correction' | 'house-posting';
/** The house accounts that owners fund. */
export type FundedHouse = (typeof FUNDED_HOUSES)[number];

export type Target =
  | { readonly kind: 'correction'; readonly memberId: string; readonly type: AccountType }
  | { readonly kind: 'house-posting'; readonly house: FundedHouse };

/** What is to be added to an account, or taken from it. */
export interface Proposal {
  readonly target: Target;
  readonly coinId: string;
  /** Without a sign. */
  readonly amount: Amount;
  readonly isTaken: boolean;
}

/** Names of the two in the console's paths and in the audit log. */
export const RESOURCES = { correction: 'corrections', 'house-posting': 'house-postings' } as const satisfies Record<
  ProposalKind,
  string
>;
