/** The member's worth and profit over time, and balances at any moment. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export { useBreakEven } from './use-break-even.ts';

/** /portfolio */
export const PORTFOLIO = lazyScreen(
  ['portfolio', 'assets', 'chart', 'receipts'],
  () => import('./portfolio-screen.tsx'),
);
