/** The flash exchange: one coin for another at once. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

/** /exchangeb */
export const CONVERT = lazyScreen(['exchange', 'security'], () => import('./convert-screen.tsx'));
