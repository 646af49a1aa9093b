import type { DeepPartial, Time, TimeChartOptions } from 'lightweight-charts';
import type { Inks } from './inks.ts';
import type * as library from './library.ts';
import type { ChartPrices } from './prices.ts';
import type { ChartTimes } from './times.ts';

/** The chart library, which is loaded later. */
export type Library = typeof library;

/** How a chart is written and coloured. */
export interface ChartDress {
  readonly inks: Inks;
  readonly times: ChartTimes;
  readonly prices: ChartPrices;
  readonly places: number;
  readonly yourLine: string;
}

/** Width of a bar and the space after it, in pixels: at first, and the limits of zooming. */
const BAR_SPACING = 6;
export const MIN_SPACING = 1.5;
export const MAX_SPACING = 40;
export const RIGHT_BARS = 4;

/** The library's options for a dress. */
export function optionsOf(
  { CrosshairMode, LineStyle, TickMarkType }: Library,
  { inks, times, prices }: ChartDress,
): DeepPartial<TimeChartOptions> {
  const label = { labelBackgroundColor: inks.tag, color: inks.cross, style: LineStyle.Dashed, width: 1 } as const;
  const marks = {
    [TickMarkType.Year]: 'year',
    [TickMarkType.Month]: 'month',
    [TickMarkType.DayOfMonth]: 'day',
    [TickMarkType.Time]: 'minute',
    [TickMarkType.TimeWithSeconds]: 'second',
  } as const;
  return {
    layout: {
      background: { color: 'transparent' },
      textColor: inks.axis,
      fontFamily: inks.font,
      fontSize: inks.fontSize,
    },
    grid: { vertLines: { color: inks.grid }, horzLines: { color: inks.grid } },
    crosshair: { mode: CrosshairMode.Normal, vertLine: label, horzLine: label },
    localization: {
      priceFormatter: prices.price,
      tickmarksPriceFormatter: (values: readonly number[]) => prices.axis(values),
      timeFormatter: (time: Time) => times.bar(times.fromAxis(Number(time))),
    },
    timeScale: { tickMarkFormatter: (time: Time, kind: keyof typeof marks) => times.mark(Number(time), marks[kind]) },
  };
}

/** Options of every live chart. */
export const FIXED: DeepPartial<TimeChartOptions> = {
  autoSize: true,
  // The logo's style sheet is refused by the page's policy; the notice is under the chart.
  layout: { attributionLogo: false },
  rightPriceScale: {
    borderVisible: false,
    scaleMargins: { top: 0.14, bottom: 0.24 },
    minimumWidth: 58,
    entireTextOnly: true,
  },
  timeScale: {
    borderVisible: false,
    timeVisible: true,
    barSpacing: BAR_SPACING,
    minBarSpacing: MIN_SPACING,
    maxBarSpacing: MAX_SPACING,
    rightOffset: RIGHT_BARS,
    fixLeftEdge: true,
  },
  // A finger that moves up or down scrolls the page.
  handleScroll: { vertTouchDrag: false },
};
