/** Where a member's money is paid out to: an address a coin, and bank cards. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export { BoundCard } from './bound-card.tsx';
export { isOpenInBook, useAddresses, useBook, useCards, useNetworkCoins } from './queries.ts';

export const BIND_ADDRESS = lazyScreen(['payouts', 'security'], () => import('./bind-address-screen.tsx'));
export const BANK = lazyScreen(['payouts', 'security'], () => import('./bank-screen.tsx'));
