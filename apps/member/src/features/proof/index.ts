/** The public log: its head, its latest entries, and checks of receipts. Public. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export const PROOF = lazyScreen(['proof'], () => import('./proof-screen.tsx'));
