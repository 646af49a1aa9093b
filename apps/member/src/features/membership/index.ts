/** Login, registration, and the member panel. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';
import type { FirstUseProps } from './first-use.tsx';

export const LOGIN = lazyScreen(['membership', 'security'], () => import('./login-screen.tsx'));
export const FORGOT = lazyScreen(['membership', 'security'], () => import('./forgot-screen.tsx'));
export const REGISTER = lazyScreen(['membership'], () => import('./register-screen.tsx'));
export const DEMO_FUNDS = lazyScreen(['membership'], () => import('./demo-funds-button.tsx'));
export { endFirstSteps } from './first-steps.ts';
export const FIRST_USE = lazyScreen<FirstUseProps>(
  ['funding', 'membership', 'receipts', 'spot'],
  () => import('./first-use.tsx'),
);
export const MEMBER_PANEL = lazyScreen(['membership'], () => import('./member-panel.tsx'));
