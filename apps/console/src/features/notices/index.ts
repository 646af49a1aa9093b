import { lazy } from 'react';

/** What operators tell members. */
export const NoticesScreen = lazy(() => import('./notices-screen.tsx'));
