import { LazyBoundary } from '@plimsoll/ui';
import { lazyScreen } from '../../platform/lazy-screen.tsx';
import type { LiveChartProps } from './live-chart-props.ts';

const LATER = lazyScreen<LiveChartProps>(['chart'], () => import('./live-chart-view.tsx'));

/** A market's live candles and volume; its code is loaded when it is first drawn. */
export function LiveChart(props: LiveChartProps) {
  const { height } = props;
  return (
    <div className="min-h-0" style={{ height: height === 'fill' ? '100%' : height }}>
      <LazyBoundary
        part={LATER}
        props={props}
        fallback={
          <div aria-busy="true" className="grid h-full place-items-center text-ink-3">
            <span className="spin size-6!" />
          </div>
        }
      />
    </div>
  );
}
