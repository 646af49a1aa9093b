import type { CauseKind } from '../../ledger/index.ts';

/**
 * How each kind of event that moves money stands to a member's debt (RULES 6); a missing kind does not compile.
 * - `asks`: something leaves a member or is locked; the debt is checked first, in the same transaction.
 * - `asked`: it was held by another kind, which checked.
 * - `deals`: it is exchanged or staked at a price, within the member's accounts.
 * - `within`: it stays the member's, or comes to them.
 * - `operators`: operators correct it, or decide what a member asked for.
 */
export const WAYS_OUT = {
  'withdrawal-request': 'asks',
  'member-transfer': 'asks',
  'member-transfer-hold': 'asks',
  'mining-open': 'asks',
  'stake-open': 'asks',
  loan: 'asks',
  withdrawal: 'asked',
  'member-transfer-arrival': 'asked',
  'spot-place': 'deals',
  'spot-fill': 'deals',
  'spot-cancel': 'deals',
  'spot-end': 'deals',
  'flash-exchange': 'deals',
  'option-open': 'deals',
  'option-settle': 'deals',
  'house-funding': 'within',
  'demo-funding': 'within',
  'demo-gift': 'within',
  'account-transfer': 'within',
  recharge: 'within',
  'withdrawal-refusal': 'within',
  'member-transfer-cancel': 'within',
  'mining-payment': 'within',
  'mining-end': 'within',
  'stake-end': 'within',
  'stake-redeem': 'within',
  'loan-repayment': 'within',
  correction: 'operators',
  'house-posting': 'operators',
} as const satisfies Record<CauseKind, 'asks' | 'asked' | 'deals' | 'within' | 'operators'>;
