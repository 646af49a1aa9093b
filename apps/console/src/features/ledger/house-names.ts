import type { LedgerAccount } from '@plimsoll/contract/operator';

/**
 * The house's accounts, and the world beyond; spelled here because the contract's list would bring its schemas along.
 */
export const HOUSE_NAMES = [
  'outside',
  'spot',
  'options',
  'loans',
  'rewards',
  'fees',
  'rounding',
] as const satisfies readonly NonNullable<LedgerAccount['house']>[];
/** Those that owners may fund. */
export const FUNDED_NAMES = [
  'spot',
  'options',
  'loans',
  'rewards',
  'fees',
  'rounding',
] as const satisfies readonly NonNullable<LedgerAccount['house']>[];
