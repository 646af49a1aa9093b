import type { WithdrawalRecord, WithdrawType } from '@plimsoll/contract';

/** How a record stands, by the wire's numbers. */
export const RECORD_STATUS = { pending: 1, completed: 2, refused: 3 } as const satisfies Record<
  string,
  WithdrawalRecord['status']
>;
/** How a withdrawal leaves, by the wire's numbers. */
export const WITHDRAW_TYPE = { address: 1, bank: 2 } as const satisfies Record<string, WithdrawType>;
