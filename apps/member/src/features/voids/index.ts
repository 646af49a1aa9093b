/** Voids and gaps: options that no mark decided, and when markets had none. Public. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export { useLatestVoids } from './queries.ts';
export { VoidRow } from './void-rows.tsx';

export const VOIDS = lazyScreen(['voids'], () => import('./voids-screen.tsx'));
