/** Kinds of events that can be chosen among the journals, in the order of the list. */
export const CAUSE_FILTERS = [
  'recharge', 'withdrawal-request', 'withdrawal', 'withdrawal-refusal',
  'spot-place', 'spot-fill', 'spot-cancel', 'spot-end',
  'option-open', 'option-settle',
  'flash-exchange', 'account-transfer',
  'member-transfer', 'member-transfer-hold', 'member-transfer-arrival', 'member-transfer-cancel',
  'loan', 'loan-repayment',
  'mining-open', 'mining-payment', 'mining-end',
  'stake-open', 'stake-end', 'stake-redeem',
  'correction', 'house-posting',
] as const;
