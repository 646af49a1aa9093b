import { lazyPart } from '@plimsoll/ui';

/** Reports on options: unusual members, and results by market. */
export const UnusualScreen = lazyPart(() => import('./unusual-screen.tsx'));
export const EdgeScreen = lazyPart(() => import('./edge-screen.tsx'));
