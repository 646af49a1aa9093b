import { lazyPart } from '@plimsoll/ui';

/** What operators tell members. */
export const NoticesScreen = lazyPart(() => import('./notices-screen.tsx'));
