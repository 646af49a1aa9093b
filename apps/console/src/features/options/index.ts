import { lazyPart } from '@plimsoll/ui';

/** What is offered for options. */
export const OptionTermsScreen = lazyPart(() => import('./option-terms-screen.tsx'));
/** Options of everybody, to look at. */
export const OptionOrdersScreen = lazyPart(() => import('./option-orders-screen.tsx'));
