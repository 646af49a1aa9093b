import { lazyScreen } from '../../platform/lazy-screen.tsx';

/** /exchange */
export const EXCHANGE = lazyScreen(() => import('./exchange-screen.tsx'));
/** /trade-lst */
export const TRADE_LIST = lazyScreen(() => import('./trade-list-screen.tsx'));
