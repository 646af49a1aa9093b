import { ACCOUNT_TYPE, type AccountType } from '@plimsoll/contract';
import type { Amount } from '@plimsoll/money';

interface Held {
  readonly type: AccountType;
  readonly available: Amount;
  readonly frozen: Amount;
}

/** The accounts a member is shown: quant while it is offered or holds anything. */
export const shownTypes = (
  types: readonly AccountType[],
  balances: readonly Held[],
  withQuant: boolean,
): AccountType[] =>
  types.filter(
    (type) =>
      type !== ACCOUNT_TYPE.quant ||
      withQuant ||
      balances.some((each) => each.type === type && (each.available > 0n || each.frozen > 0n)),
  );
