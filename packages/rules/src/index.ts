/**
 * The platform's formulas of money (docs/RULES.md): holds, fills, fees, interest, revenue, payouts. Pure; used by the
 * server and by the screens.
 */
export { DAY_MS, fullDays } from './day.ts';
export { miningDaily, miningTotal, stakeAccrued, stakeRevenue, yearly } from './earnings.ts';
export { transferParts, withdrawalFee, withdrawalParts, type FeeAndNet, type WithdrawalFee } from './funding.ts';
export { lateDays, lateInterest, loanInterest, type LateLoan } from './loan.ts';
export { payoutOf, winnings, type StakedAmount } from './option.ts';
export { breakEvenOf } from './break-even.ts';
export {
  coinsToPrice,
  copyOfSums,
  emptySums,
  portfolioAt,
  takeJournal,
  worthOf,
  type CoinSums,
  type CoinWorth,
  type PortfolioAt,
  type PortfolioLine,
  type PortfolioPart,
  type PortfolioSums,
} from './portfolio.ts';
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
