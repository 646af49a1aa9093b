import { lazyPart } from '@plimsoll/ui';

export { ReportState, useReport } from './report.tsx';
/** The overview. */
export const OverviewScreen = lazyPart(() => import('./overview-screen.tsx'));
/** Postings that need two operators. */
export const CorrectionsScreen = lazyPart(() => import('./corrections-screen.tsx'));
export const HousePostingsScreen = lazyPart(() => import('./house-postings-screen.tsx'));
/** Reports. */
export const BalancesScreen = lazyPart(() => import('./balances-screen.tsx'));
export const ExposureScreen = lazyPart(() => import('./exposure-screen.tsx'));
