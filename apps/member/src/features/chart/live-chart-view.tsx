import { IntervalPicker } from './interval-picker.tsx';
import type { LiveChartProps } from './live-chart.tsx';

/** The live chart itself; see {@link LiveChartProps}. */
export default function LiveChartView({ interval, onIntervalChange }: LiveChartProps) {
  return (
    <div className="grid h-full grid-rows-[auto_minmax(0,1fr)]">
      <IntervalPicker value={interval} onChange={onIntervalChange} />
      <div className="grid place-items-center text-ink-3"><span className="spin" /></div>
    </div>
  );
}
