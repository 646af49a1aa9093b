/** The member's worth and profit over time, and balances at any moment. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export { useBreakEven } from './use-break-even.ts';

/** Today's worth as a curve, under the line with today's profit. */
export const DAY_CURVE = lazyScreen<{ readonly isHidden: boolean }>(['portfolio'], () => import('./day-curve.tsx'));

/** /portfolio */
export const PORTFOLIO = lazyScreen(
  ['portfolio', 'assets', 'chart', 'receipts'],
  () => import('./portfolio-screen.tsx'),
);
