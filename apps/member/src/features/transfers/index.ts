/** Sending to another member. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export const SEND = lazyScreen(['assets', 'security', 'transfers'], () => import('./send-screen.tsx'));
export const SENT_LIST = lazyScreen(['transfers'], () => import('./sent-list-screen.tsx'));
