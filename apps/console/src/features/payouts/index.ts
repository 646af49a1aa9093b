import { lazy } from 'react';

/** The ways that coins come and go. */
export const NetworksScreen = lazy(() => import('./networks-screen.tsx'));
