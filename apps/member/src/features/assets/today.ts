import { lazyScreen } from '../../platform/lazy-screen.tsx';

/** Today's profit in a line that leads to the portfolio. */
export const TODAY = lazyScreen<{ readonly isHidden: boolean }>(['portfolio'], () => import('./today-line.tsx'));
