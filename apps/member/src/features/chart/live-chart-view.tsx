import { useState } from 'react';
import { Candles } from './candles.tsx';
import type { ChartOrder } from './facts.ts';
import { IntervalPicker } from './interval-picker.tsx';
import type { LiveChartProps } from './live-chart.tsx';

const NO_ORDERS: readonly ChartOrder[] = [];

/** The live chart: its intervals, and the candles of the chosen one. See {@link LiveChartProps}. */
export default function LiveChartView({ market, orders = NO_ORDERS, interval, onIntervalChange }: LiveChartProps) {
  const [attempt, setAttempt] = useState(0);
  return (
    <div className="grid h-full grid-rows-[auto_minmax(0,1fr)_auto]">
      <IntervalPicker value={interval} onChange={onIntervalChange} />
      <Candles key={`${market.symbol} ${interval} ${attempt}`} market={market} orders={orders} interval={interval} onRetry={() => setAttempt(attempt + 1)} />
      {/* The library's licence asks for this notice and link, in these words. */}
      <p className="px-4 text-11 text-ink-3" dir="ltr" lang="en">
        <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer" className="inline-flex min-h-6 items-center">TradingView Lightweight Charts™ © 2025 TradingView, Inc.</a>
      </p>
    </div>
  );
}
