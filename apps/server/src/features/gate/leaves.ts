import type { CauseKind } from '../../ledger/index.ts';

/**
 * Of every kind of event that moves money, how it stands with the gate (RULES 8): a kind that does not stand here does
 * not compile.
 * - `gate`: by it something leaves a member for somebody else: the gate is asked in the same transaction, before.
 * - `gated`: what leaves was held by another kind, which asked.
 * - `deals`: it is exchanged with the platform at a price, or staked on one, and stays the same member's.
 * - `within`: it stays the same member's, or comes to them.
 * - `operators`: operators put it right, two by two.
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
