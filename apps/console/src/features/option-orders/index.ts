import { lazy } from 'react';

/** Options of everybody, to look at. */
export const OptionOrdersScreen = lazy(() => import('./option-orders-screen.tsx'));
