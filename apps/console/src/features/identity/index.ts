import { lazy } from 'react';

/** Who members are: what they applied with, and the decision. */
export const IdentitiesScreen = lazy(() => import('./identities-screen.tsx'));
