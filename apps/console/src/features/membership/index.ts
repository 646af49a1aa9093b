import { lazy } from 'react';

/** The members: who they are, what they have, and whether they may come in. */
export const MembersScreen = lazy(() => import('./members-screen.tsx'));
