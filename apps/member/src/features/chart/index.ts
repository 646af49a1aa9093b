/**
 * Charts, and the day's figures. A screen that draws parts other than `LiveChart` names `'chart'` among its words.
 */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export { DaySummary } from './day-summary.tsx';
export { useDayDetail, written } from './detail.ts';
export type { ChartMarket, ChartOrder, Interval, OwnMarks } from './facts.ts';
export { OLD_AFTER_MS } from './freshness.ts';
export { LiveChart } from './live-chart.tsx';
export { useMarketTrades } from './market-trades.ts';
export type { MarketTrade } from './market-data.ts';
export { PairHead } from './pair-head.tsx';
export { useChartInterval, useChartOpen } from './remembered.ts';
export const CHART_DEMO = lazyScreen(['chart'], () => import('./chart-demo-screen.tsx'));
