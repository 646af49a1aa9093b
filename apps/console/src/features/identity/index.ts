import { lazyPart } from '@plimsoll/ui';

/** Who members are: what they applied with, and the decision. */
export const IdentitiesScreen = lazyPart(() => import('./identities-screen.tsx'));
