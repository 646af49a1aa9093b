/** Lock mining: products, locking, and the member's orders. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export const LOCK_MINING = lazyScreen(['mining', 'staking'], () => import('./mining-screen.tsx'));
export const LOCK_APPLICATION = lazyScreen(
  ['assets', 'look', 'mining', 'staking'],
  () => import('./application-screen.tsx'),
);
