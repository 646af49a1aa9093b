import { lazyPart } from '@plimsoll/ui';

/** What needs two operators: proposed by one, decided by another. */
export const ProposalsScreen = lazyPart(() => import('./proposals-screen.tsx'));
