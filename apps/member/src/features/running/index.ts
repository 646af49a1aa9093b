/** What of the member's is under way, wherever they are: a strip over the tabs, results, and what is pending. */
import { lazyScreen, loadedWhenIdle } from '../../platform/lazy-screen.tsx';

/** On Home: deposits and withdrawals that wait for a decision. */
export const PENDING = lazyScreen(['running', 'funding', 'receipts'], () => import('./pending-part.tsx'));

/** On a wide Home: what came about since the member was last here. */
export const SINCE = lazyScreen(
  ['running', 'options', 'spot', 'funding', 'receipts', 'portfolio'],
  () => import('./since-part.tsx'),
);

/** Accompanies every screen of a member. */
export const Running = loadedWhenIdle(
  lazyScreen<{ readonly hasTabs: boolean }>(
    ['running', 'options', 'spot', 'funding', 'receipts'],
    () => import('./running-part.tsx'),
  ),
);
