/** Options: placing them, watching them, and checking their settlement. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export const OPTIONS = lazyScreen(
  ['options', 'chart', 'spot', 'favourites', 'receipts'],
  () => import('./options-screen.tsx'),
);
