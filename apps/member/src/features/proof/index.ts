/** The public log: its head, its latest entries, what is owed, and checks of receipts; the member's own part of it. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export { CountedFailure, CountedLine } from './counted-line.tsx';
export { ReceiptButton, ReceiptLink } from './receipt-link.tsx';
export { useCounted } from './use-counted.ts';
export { useFills } from './use-fills.ts';
export { receiptPath } from './receipt-address.ts';

export const PROOF = lazyScreen(['proof', 'receipts'], () => import('./proof-place.tsx'));
