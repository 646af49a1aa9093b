import { LazyBoundary } from '@plimsoll/ui';
import type { ReactNode } from 'react';
import { lazyScreen } from '../../platform/lazy-screen.tsx';
import type { ChartMarket, ChartOrder, Interval } from './facts.ts';

/** Another drawing of the market, chosen before the intervals. */
export interface OtherView {
  readonly label: string;
  readonly isShown: boolean;
  readonly onShow: () => void;
  readonly view: ReactNode;
}

export interface LiveChartProps {
  readonly market: ChartMarket;
  /** Open options of this market: their entry lines and expiry marks are drawn. */
  readonly orders?: readonly ChartOrder[];
  readonly interval: Interval;
  readonly onIntervalChange: (interval: Interval) => void;
  readonly other?: OtherView;
  /** Height of the whole, interval picker included, in pixels; `fill` takes what its parent has. */
  readonly height: number | 'fill';
}

const LATER = lazyScreen<LiveChartProps>(['chart'], () => import('./live-chart-view.tsx'));

/**
 * A market's candles and volume, live. Fetches its code and the chart library when it is first drawn; keeps its height
 * from the start.
 */
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
