import { lazyPart } from '@plimsoll/ui';

export { ReportState, useReport } from './report.tsx';
/** How the house stands. */
export const OverviewScreen = lazyPart(() => import('./overview-screen.tsx'));
/** Postings that two operators make. */
export const CorrectionsScreen = lazyPart(() => import('./corrections-screen.tsx'));
export const HousePostingsScreen = lazyPart(() => import('./house-postings-screen.tsx'));
/** Reports on pages of their own. */
export const BalancesScreen = lazyPart(() => import('./balances-screen.tsx'));
export const ExposureScreen = lazyPart(() => import('./exposure-screen.tsx'));
