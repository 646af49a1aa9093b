/** Lock mining: what can be locked, locking it, and what it pays. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

/** /lockming */
export const LOCK_MINING = lazyScreen(['mining'], () => import('./mining-screen.tsx'));
/** /lockming-application */
export const LOCK_APPLICATION = lazyScreen(['assets', 'mining'], () => import('./application-screen.tsx'));
