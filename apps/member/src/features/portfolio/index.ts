import { lazyScreen } from '../../platform/lazy-screen.tsx';

/** /portfolio */
export const PORTFOLIO = lazyScreen(['portfolio'], () => import('./portfolio-screen.tsx'));
