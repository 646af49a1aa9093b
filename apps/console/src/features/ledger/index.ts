import { lazyPart } from '@plimsoll/ui';

/** Journals and balances. */
export { JournalLink } from './journal-link.tsx';
export { JournalsOf } from './journals-of.tsx';
export { useAccountWords } from './account-name.tsx';
export { FUNDED_NAMES } from './house-names.ts';
export const LedgerScreen = lazyPart(() => import('./ledger-screen.tsx'));
export const AccountsScreen = lazyPart(() => import('./accounts-screen.tsx'));
