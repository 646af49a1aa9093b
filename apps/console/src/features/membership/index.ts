import { lazyPart } from '@plimsoll/ui';

/** Members. */
export const MembersScreen = lazyPart(() => import('./members-screen.tsx'));
