/** Options: taking a stand above or below a line, watching it, and checking how it was settled. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

/** /options */
export const OPTIONS = lazyScreen(['options', 'chart', 'spot', 'favourites'], () => import('./options-screen.tsx'));
