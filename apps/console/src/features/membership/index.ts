import { lazyPart } from '@plimsoll/ui';

/** The members: who they are, what they have, and whether they may come in. */
export const MembersScreen = lazyPart(() => import('./members-screen.tsx'));
