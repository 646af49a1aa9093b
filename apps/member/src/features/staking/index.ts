/** Staking: what can be staked, and what is. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

/** /staking */
export const STAKING = lazyScreen(['security', 'staking'], () => import('./staking-screen.tsx'));
/** /staking-list */
export const STAKES = lazyScreen(['staking'], () => import('./stakes-screen.tsx'));
