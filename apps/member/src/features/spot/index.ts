import { lazyScreen } from '../../platform/lazy-screen.tsx';

/** /exchange */
export const EXCHANGE = lazyScreen(['spot'], () => import('./exchange-screen.tsx'));
/** /trade-lst */
export const TRADE_LIST = lazyScreen(['spot'], () => import('./trade-list-screen.tsx'));
