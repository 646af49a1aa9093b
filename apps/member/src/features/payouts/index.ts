/** Where a member's money is paid out to: an address a coin, and bank cards. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

/** /bindMentionAddress */
export const BIND_ADDRESS = lazyScreen(['payouts'], () => import('./bind-address-screen.tsx'));
/** /bank */
export const BANK = lazyScreen(['payouts'], () => import('./bank-screen.tsx'));
