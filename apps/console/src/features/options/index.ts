import { lazyPart } from '@plimsoll/ui';

/** Terms of options. */
export const OptionTermsScreen = lazyPart(() => import('./option-terms-screen.tsx'));
/** Options of all members. */
export const OptionOrdersScreen = lazyPart(() => import('./option-orders-screen.tsx'));
