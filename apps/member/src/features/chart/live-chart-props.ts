import type { ReactNode } from 'react';
import type { ChartMarket, ChartOrder, Interval, OwnMarks } from './facts.ts';

/** Another drawing of the market, offered before the intervals. */
export interface OtherView {
  readonly label: string;
  readonly isShown: boolean;
  readonly onShow: () => void;
  readonly view: ReactNode;
}

/** Props of the live chart. */
export interface LiveChartProps {
  readonly market: ChartMarket;
  readonly orders?: readonly ChartOrder[];
  readonly interval: Interval;
  readonly onIntervalChange: (interval: Interval) => void;
  readonly other?: OtherView;
  /** The member's own trade. A new object is drawn again. */
  readonly own?: OwnMarks | undefined;
  /** Height with the interval picker, in pixels; `fill` takes all of the parent's. */
  readonly height: number | 'fill';
}
