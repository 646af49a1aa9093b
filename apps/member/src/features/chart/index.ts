/**
 * Charts: the live one with its picker, and the day's figures beside it. A screen that draws `DaySummary`, `PairHead` or the chart's
 * button names `'chart'` among its words; `LiveChart` brings its own.
 */
export { ChartDemo } from './chart-demo.tsx';
export { DaySummary } from './day-summary.tsx';
export type { ChartMarket, ChartOrder, Interval } from './facts.ts';
export { OLD_AFTER_MS } from './freshness.ts';
export { LiveChart } from './live-chart.tsx';
export { PairHead } from './pair-head.tsx';
export { useLastPrice } from './use-last-price.ts';
export { useChartInterval, useChartOpen } from './remembered.ts';
