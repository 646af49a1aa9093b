import { lazy } from 'react';

/** What is offered for options. */
export const OptionTermsScreen = lazy(() => import('./option-terms-screen.tsx'));
