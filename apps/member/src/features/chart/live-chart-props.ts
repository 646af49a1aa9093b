import type { ReactNode } from 'react';
import type { ChartMarket, ChartOrder, Interval } from './facts.ts';

/** Another drawing of the market, chosen before the intervals. */
export interface OtherView {
  readonly label: string;
  readonly isShown: boolean;
  readonly onShow: () => void;
  readonly view: ReactNode;
}

/** What the live chart is drawn of, whether its code has come or not. */
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
