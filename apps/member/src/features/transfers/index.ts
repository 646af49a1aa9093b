/** Sending to another member. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export const SEND = lazyScreen(
  ['assets', 'look', 'security', 'transfers', 'receipts'],
  () => import('./send-screen.tsx'),
);
export const SENT_LIST = lazyScreen(['transfers', 'receipts'], () => import('./sent-list-screen.tsx'));
