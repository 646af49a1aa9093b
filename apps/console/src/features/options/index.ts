import { lazyPart } from '@plimsoll/ui';

/** What is offered for options. */
export const OptionTermsScreen = lazyPart(() => import('./option-terms-screen.tsx'));
