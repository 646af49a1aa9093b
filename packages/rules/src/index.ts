/**
 * The platform's formulas of money: what is held, what a fill pays, fees, interest, revenue, payouts. Pure, no I/O; the
 * server takes and the screens show by the same lines (docs/RULES.md).
 */
export { DAY_MS, fullDays } from './day.ts';
export { miningDaily, miningTotal, stakeAccrued, stakeRevenue } from './earnings.ts';
export { transferParts, withdrawalFee, withdrawalParts, type FeeAndNet, type WithdrawalFee } from './funding.ts';
export { lateDays, lateInterest, loanInterest, type LateLoan } from './loan.ts';
export { payoutOf, winnings, type StakedAmount } from './option.ts';
export {
  fillFee,
  fillPaid,
  holdOf,
  isDust,
  limitCost,
  receivedOf,
  type Side,
  type SpotMarket,
  type Wanted,
} from './spot.ts';
export {
  crosses,
  isTradable,
  NO_BOUNDS,
  UNBOUNDED,
  walk,
  type Fill,
  type Level,
  type Room,
  type WalkTerms,
} from './walk.ts';
