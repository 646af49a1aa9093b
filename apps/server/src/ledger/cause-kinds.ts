/**
 * Every kind of event that may move money. No other compiles, nor does one without words for its bills (`terms.bills`).
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

/** Of tests alone; the database of a deployment refuses it. */
export type TrialKind = 'test';
