import { lazyPart } from '@plimsoll/ui';

/** The ways that coins come and go. */
export const NetworksScreen = lazyPart(() => import('./networks-screen.tsx'));
