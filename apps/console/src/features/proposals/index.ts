import { lazyPart } from '@plimsoll/ui';

/** Changes that need two operators. */
export const ProposalsScreen = lazyPart(() => import('./proposals-screen.tsx'));
