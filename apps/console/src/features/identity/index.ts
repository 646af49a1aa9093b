import { lazyPart } from '@plimsoll/ui';

/** Review of identity applications. */
export const IdentitiesScreen = lazyPart(() => import('./identities-screen.tsx'));
