import type { AccountType } from '@plimsoll/contract';
import type { Amount } from '@plimsoll/money';

export interface OwnTransferRow {
  readonly id: string;
  readonly memberId: string;
  readonly coinId: string;
  readonly from: AccountType;
  readonly to: AccountType;
  readonly amount: Amount;
}
