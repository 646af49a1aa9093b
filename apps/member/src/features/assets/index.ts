/** A member's own accounts: what is in them, what changed it, and moving money between them. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export { fillPath } from './account-place.ts';
export { useMoneyMoved } from './queries.ts';
export { useLogos } from './use-logos.ts';

/** /assets */
export const ASSETS = lazyScreen(['assets'], () => import('./assets-screen.tsx'));
/** /trade-account */
export const TRADE_ACCOUNT = lazyScreen(['assets'], () => import('./trade-account-screen.tsx'));
/** /changemoney */
export const CHANGE_MONEY = lazyScreen(['assets'], () => import('./change-money-screen.tsx'));
