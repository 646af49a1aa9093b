import type { AccountType } from '@plimsoll/contract';
import type { Amount } from '@plimsoll/money';

/** A transfer between two of a member's own accounts. */
export interface OwnTransferRow {
  readonly id: string;
  readonly memberId: string;
  readonly coinId: string;
  readonly from: AccountType;
  readonly to: AccountType;
  readonly amount: Amount;
}
