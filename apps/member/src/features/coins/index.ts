/** A coin's page: what one holds of it, its chart, and the platform's news. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export const COIN = lazyScreen(
  ['assets', 'chart', 'coins', 'favourites', 'market', 'spot', 'receipts'],
  () => import('./coin-screen.tsx'),
);
