/** Voids and gaps: what no mark decided in time, and when markets had none. Everybody may look. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

/** /voids */
export const VOIDS = lazyScreen(['voids'], () => import('./voids-screen.tsx'));
