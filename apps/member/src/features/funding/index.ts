/** Deposits by proof, withdrawals to a bound address or a bank card. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export const DEPOSIT = lazyScreen(['funding'], () => import('./deposit-screen.tsx'));
export const WITHDRAWAL = lazyScreen(
  ['assets', 'funding', 'look', 'payouts', 'security'],
  () => import('./withdrawal-screen.tsx'),
);
