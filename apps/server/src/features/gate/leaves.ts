import type { CauseKind } from '../../ledger/index.ts';

/**
 * How each kind of event that moves money stands to the gate (RULES 8); a missing kind does not compile.
 * - `gate`: something leaves a member for somebody else; the gate is asked first, in the same transaction.
 * - `gated`: it was held by another kind, which asked.
 * - `deals`: it is exchanged or staked at a price and stays the member's.
 * - `within`: it stays the member's, or comes to them.
 * - `operators`: two operators correct it.
 */
export const LEAVES = {
  'withdrawal-request': 'gate',
  'member-transfer': 'gate',
  'member-transfer-hold': 'gate',
  withdrawal: 'gated',
  'member-transfer-arrival': 'gated',
  'spot-place': 'deals',
  'spot-fill': 'deals',
  'spot-cancel': 'deals',
  'spot-end': 'deals',
  'flash-exchange': 'deals',
  'option-open': 'deals',
  'option-settle': 'deals',
  'mining-open': 'within',
  'mining-payment': 'within',
  'mining-end': 'within',
  'stake-open': 'within',
  'stake-end': 'within',
  'stake-redeem': 'within',
  loan: 'within',
  'loan-repayment': 'deals',
  'house-funding': 'within',
  'demo-funding': 'within',
  'demo-gift': 'within',
  'account-transfer': 'within',
  recharge: 'within',
  'withdrawal-refusal': 'within',
  'member-transfer-cancel': 'within',
  correction: 'operators',
  'house-posting': 'operators',
} as const satisfies Record<CauseKind, 'gate' | 'gated' | 'deals' | 'within' | 'operators'>;
