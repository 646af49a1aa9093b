/**
 * Every kind of event that may move money. A journal of any other kind does not compile, and neither does a kind that
 * stands here without the words that its bills are shown with (`terms.bills` of the catalogue).
 */
export const CAUSE_KINDS = [
  'house-funding',
  'demo-funding',
  'demo-gift',
  'spot-place',
  'spot-fill',
  'spot-cancel',
  'spot-end',
  'account-transfer',
  'option-open',
  'option-settle',
  'flash-exchange',
  'recharge',
  'withdrawal-request',
  'withdrawal',
  'withdrawal-refusal',
  'member-transfer',
  'member-transfer-hold',
  'member-transfer-arrival',
  'member-transfer-cancel',
  'loan',
  'loan-repayment',
  'mining-open',
  'mining-payment',
  'mining-end',
  'stake-open',
  'stake-end',
  'stake-redeem',
  'correction',
  'house-posting',
] as const;
export type CauseKind = (typeof CAUSE_KINDS)[number];

/** What tests and measurements post; their bills have no words of their own. */
export type TrialKind = 'test' | `test-${string}` | `bench-${string}`;
