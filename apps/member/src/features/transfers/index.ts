/** Sending to another member. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

/** /transfer */
export const SEND = lazyScreen(['assets', 'security', 'transfers'], () => import('./send-screen.tsx'));
/** /transfer-list */
export const SENT_LIST = lazyScreen(['transfers'], () => import('./sent-list-screen.tsx'));
