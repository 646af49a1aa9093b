/** The public log: its head, its latest entries, checks of receipts, and the member's own ones. Public but for these. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export { ReceiptButton, ReceiptLink } from './receipt-link.tsx';

export const PROOF = lazyScreen(['proof', 'receipts'], () => import('./proof-place.tsx'));
