import { lazyPart } from '@plimsoll/ui';

/** Notices by operators. */
export const NoticesScreen = lazyPart(() => import('./notices-screen.tsx'));
