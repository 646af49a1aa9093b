/** Visitors becoming members, and what a member has of their own. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export const LOGIN = lazyScreen(['membership', 'security'], () => import('./login-screen.tsx'));
/** /forgot */
export const FORGOT = lazyScreen(['membership', 'security'], () => import('./forgot-screen.tsx'));
export const REGISTER = lazyScreen(['membership'], () => import('./register-screen.tsx'));
/** What only a demo's members see. */
export const DEMO_FUNDS = lazyScreen(['membership'], () => import('./demo-funds-button.tsx'));
/** The member side panel. */
export const MEMBER_PANEL = lazyScreen(['membership'], () => import('./member-panel.tsx'));
