import type { CauseKind } from '../../ledger/index.ts';

/**
 * Of every kind of event that moves money, how it stands with a member's debt (RULES 6): a kind that does not stand
 * here does not compile.
 * - `asks`: by it something leaves a member, or is put out of reach: the debt is asked in the same transaction, before.
 * - `asked`: what leaves was held by another kind, which asked.
 * - `deals`: it is exchanged with the platform at a price, or staked on one, within the member's accounts.
 * - `within`: it stays the same member's, or comes to them.
 * - `operators`: two operators put it right, or one decides what a member asked for.
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
