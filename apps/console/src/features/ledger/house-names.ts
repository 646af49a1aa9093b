import type { LedgerAccount } from '@plimsoll/contract/operator';

/** House accounts and `outside`; repeated here because the contract's list would load its schemas. */
export const HOUSE_NAMES = [
  'outside',
  'spot',
  'options',
  'loans',
  'rewards',
  'fees',
  'rounding',
] as const satisfies readonly NonNullable<LedgerAccount['house']>[];
/** Accounts that owners may fund. */
export const FUNDED_NAMES = [
  'spot',
  'options',
  'loans',
  'rewards',
  'fees',
  'rounding',
] as const satisfies readonly NonNullable<LedgerAccount['house']>[];
