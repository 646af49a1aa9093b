/** Voids and gaps: options that no mark decided, and when markets had none. Public. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export const VOIDS = lazyScreen(['voids'], () => import('./voids-screen.tsx'));
