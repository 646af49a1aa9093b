/** Keys of members' programs (RULES 7.7): a row of the security screen, and the pages behind it. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export const SECURITY = lazyScreen(
  ['keys', 'membership', 'payouts', 'security'],
  () => import('./security-and-keys.tsx'),
);
