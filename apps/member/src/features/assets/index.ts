/** A member's own accounts: balances, records, and transfers between them. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export { accountPath, fillPath, idIn } from './account-place.ts';
export { ACCOUNT_NAMES, accountsOf } from './accounts.ts';
export { AgeBar } from './age-bar.tsx';
export { useAmountWords } from './amount-words.ts';
export { CoinField } from './coin-field.tsx';
export { DepositList, useDepositState } from './deposit-list.tsx';
export { useDecidedFunding, useNewestFunding, type Decided } from './funding-newest.ts';
export { FundingSheet } from './funding-sheet.tsx';
export { FiguresEye } from './figures-eye.tsx';
export { useMask } from './mask.ts';
export { useMoneyWays } from './money-ways.ts';
export { useOwnCoins, type OwnCoin } from './own-coins.ts';
export { useBalances, useMoneyMoved, useTodaysCurve, useTodaysPortfolio } from './queries.ts';
export { useLogos } from './use-logos.ts';
export { BillRow } from './record-rows.tsx';
export { Signed } from './signed.tsx';
export { TODAY } from './today.ts';
export { useUsualWords } from './usual-words.ts';
export { takeWishedCoin, wishCoin } from './wished-coin.ts';
export { useWithdrawalState, WithdrawalList } from './withdrawal-list.tsx';

export const BALANCES_SIDE = lazyScreen(['assets'], () => import('./balances-side.tsx'));
export const ASSETS = lazyScreen(['assets'], () => import('./assets-screen.tsx'));
export const TRADE_ACCOUNT = lazyScreen(
  ['assets', 'funding', 'market', 'receipts'],
  () => import('./trade-account-screen.tsx'),
);
export const CHANGE_MONEY = lazyScreen(['assets', 'look', 'receipts'], () => import('./change-money-screen.tsx'));
