/** Staking: projects, and the member's stakes. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export const STAKING = lazyScreen(['look', 'security', 'staking'], () => import('./staking-screen.tsx'));
export const STAKES = lazyScreen(['staking'], () => import('./stakes-screen.tsx'));
