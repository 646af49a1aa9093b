import type {
  LineData,
  LogicalRange,
  UTCTimestamp,
  DeepPartial,
  IChartApi,
  ISeriesApi,
  TimeChartOptions,
} from 'lightweight-charts';
import type { Bar } from './bar-feed.ts';
import { optionsOf, type ChartDress, type Library } from './chart-options.ts';
import { CloseMarks, type CloseMark } from './close-marks.ts';
import type { Inks } from './inks.ts';
import { AVERAGES, closesOf, movingAverage } from './sample-days.ts';
import { asAxisTime, asLogical } from './axis.ts';

/** What is in view, in percent of all days. */
export type Zoom = readonly [from: number, to: number];
/** What is in view at first (PRODUCT 36). */
export const FIRST_ZOOM: Zoom = [50, 100];
export const MIN_ZOOM = 5;

export type MarkWords = Readonly<Record<CloseMark['kind'], string>>;

interface DemoEvents {
  /** The day under the cross-hair and its place on the chart, 0 at the left to 1. */
  readonly onCross: (at: number | undefined, share: number) => void;
  readonly onZoom: (zoom: Zoom) => void;
}

export interface DemoChart {
  readonly dress: (dress: ChartDress, words: MarkWords) => void;
  readonly show: (zoom: Zoom) => void;
  readonly point: (at: number | undefined) => void;
  readonly destroy: () => void;
}

const AVERAGE_WIDTH = 1;
const MAX_SPACING = 60;

const DEMO_OPTIONS: DeepPartial<TimeChartOptions> = {
  autoSize: true,
  // The logo's style sheet is refused by the page's policy; the notice is under the chart.
  layout: { attributionLogo: false },
  rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.08, bottom: 0.08 }, minimumWidth: 52 },
  timeScale: {
    borderVisible: false,
    fixLeftEdge: true,
    fixRightEdge: true,
    minBarSpacing: 0.5,
    maxBarSpacing: MAX_SPACING,
    lockVisibleTimeRangeOnResize: true,
  },
  handleScroll: { vertTouchDrag: false },
  kineticScroll: { touch: false, mouse: false },
};

type TimeOf = (bar: Bar) => UTCTimestamp;

function addAverages(library: Library, chart: IChartApi, days: readonly Bar[], timeOf: TimeOf) {
  return AVERAGES.map((length) => {
    const line = chart.addSeries(library.LineSeries, {
      lineWidth: AVERAGE_WIDTH,
      priceLineVisible: false,
      lastValueVisible: false,
      crosshairMarkerVisible: false,
    });
    const values = movingAverage(days, length);
    line.setData(
      days.map((day, at): LineData | { time: UTCTimestamp } => {
        const value = values[at];
        return typeof value === 'number' ? { time: timeOf(day), value } : { time: timeOf(day) };
      }),
    );
    return line;
  });
}

function closeMarks(
  chart: IChartApi,
  candles: ISeriesApi<'Candlestick'>,
  days: readonly Bar[],
  look: () => { readonly inks: Inks; readonly words: MarkWords },
): CloseMarks {
  const { highest, lowest, mean } = closesOf(days);
  const markOf = (kind: CloseMark['kind'], close: number, at: number | null): CloseMark => ({
    kind,
    close,
    words: look().words[kind],
    y: candles.priceToCoordinate(close),
    x: at === null ? null : chart.timeScale().logicalToCoordinate(asLogical(at)),
  });
  return new CloseMarks(
    () => [
      markOf('highest', highest.close, days.indexOf(highest)),
      markOf('lowest', lowest.close, days.indexOf(lowest)),
      markOf('mean', mean, null),
    ],
    () => look().inks,
  );
}

function followZoom(chart: IChartApi, count: number, onZoom: (zoom: Zoom) => void) {
  const percent = (logical: number) => Math.min(100, Math.max(0, Math.round(((logical + 0.5) / count) * 100)));
  const logical = (share: number) => (share / 100) * count - 0.5;
  let shown = FIRST_ZOOM.join(' ');
  const follow = (range: LogicalRange | null) => {
    if (!range) return;
    const zoom: Zoom = [percent(range.from), percent(range.to)];
    if (zoom.join(' ') === shown) return;
    shown = zoom.join(' ');
    onZoom(zoom);
  };
  const show = (zoom: Zoom) => {
    shown = zoom.join(' ');
    chart.timeScale().setVisibleLogicalRange({ from: logical(zoom[0]), to: logical(zoom[1]) });
  };
  return { show, follow };
}

/** Draws candles, four averages and the marks of the closes in an element. */
export function createDemoChart(
  library: Library,
  element: HTMLElement,
  days: readonly Bar[],
  first: ChartDress,
  firstWords: MarkWords,
  { onCross, onZoom }: DemoEvents,
): DemoChart {
  let now = first;
  let words = firstWords;
  const axisTime: TimeOf = (bar) => asAxisTime(now.times.toAxis(bar.id));

  const chart = library.createChart(element, DEMO_OPTIONS);
  const candles = chart.addSeries(library.CandlestickSeries, {
    priceLineVisible: false,
    lastValueVisible: false,
    borderVisible: false,
  });
  candles.setData(
    days.map((day) => ({ time: axisTime(day), open: day.open, high: day.high, low: day.low, close: day.close })),
  );
  const averages = addAverages(library, chart, days, axisTime);

  candles.attachPrimitive(closeMarks(chart, candles, days, () => ({ inks: now.inks, words })));

  const { show, follow } = followZoom(chart, days.length, onZoom);

  function dress(next: ChartDress, nextWords: MarkWords): void {
    now = next;
    words = nextWords;
    const { inks } = next;
    chart.applyOptions(optionsOf(library, next));
    candles.applyOptions({ upColor: inks.up, downColor: inks.down, wickUpColor: inks.up, wickDownColor: inks.down });
    for (const [at, line] of averages.entries()) line.applyOptions({ color: inks.averages[at] ?? inks.ink });
  }
  dress(first, firstWords);
  show(FIRST_ZOOM);
  chart.timeScale().subscribeVisibleLogicalRangeChange(follow);
  chart.subscribeCrosshairMove(({ logical: at, point, sourceEvent }) => {
    // Moves without an event are made by `point`.
    if (!sourceEvent && at !== undefined) return;
    onCross(at !== undefined && days[at] ? at : undefined, point ? point.x / element.clientWidth : 0);
  });

  return {
    dress,
    show,
    point(at) {
      const day = at === undefined ? undefined : days[at];
      if (day) chart.setCrosshairPosition(day.close, axisTime(day), candles);
      else chart.clearCrosshairPosition();
      const x = at === undefined ? null : chart.timeScale().logicalToCoordinate(asLogical(at));
      onCross(day && at, (x ?? 0) / element.clientWidth);
    },
    destroy: () => chart.remove(),
  };
}
