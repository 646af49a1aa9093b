/** The flash exchange of one coin for another. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export const CONVERT = lazyScreen(['exchange', 'security', 'receipts'], () => import('./convert-screen.tsx'));
