/** The flash exchange of one coin for another. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export const CONVERT = lazyScreen(['exchange', 'look', 'security', 'receipts'], () => import('./convert-screen.tsx'));
