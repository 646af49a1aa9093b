import { useState } from 'react';
import { Attribution } from './attribution.tsx';
import { Candles } from './candles.tsx';
import type { ChartOrder } from './facts.ts';
import { IntervalPicker } from './interval-picker.tsx';
import type { LiveChartProps } from './live-chart-props.ts';

const NO_ORDERS: readonly ChartOrder[] = [];

/** The live chart: its intervals, and the candles of the chosen one. */
export default function LiveChartView({
  market,
  orders = NO_ORDERS,
  interval,
  onIntervalChange,
  other,
  own,
}: LiveChartProps) {
  const [attempt, setAttempt] = useState(0);
  return (
    <div className="grid h-full grid-rows-[auto_minmax(0,1fr)_auto]">
      <IntervalPicker value={interval} onChange={onIntervalChange} other={other} />
      {other?.isShown ? (
        other.view
      ) : (
        <>
          <Candles
            key={`${market.symbol} ${interval} ${attempt}`}
            market={market}
            orders={orders}
            interval={interval}
            own={own}
            onRetry={() => setAttempt(attempt + 1)}
          />
          <Attribution />
        </>
      )}
    </div>
  );
}
