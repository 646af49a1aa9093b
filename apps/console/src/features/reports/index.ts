import { lazyPart } from '@plimsoll/ui';

/** How options end: members beyond what chance does, and what options brought by market. */
export const UnusualScreen = lazyPart(() => import('./unusual-screen.tsx'));
export const EdgeScreen = lazyPart(() => import('./edge-screen.tsx'));
