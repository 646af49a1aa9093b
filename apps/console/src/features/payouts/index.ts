import { lazyPart } from '@plimsoll/ui';

/** Networks. */
export const NetworksScreen = lazyPart(() => import('./networks-screen.tsx'));
