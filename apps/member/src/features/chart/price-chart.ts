import type { CandlestickData, HistogramData, IPriceLine, Logical, UTCTimestamp } from 'lightweight-charts';
import type { Bar } from './bar-feed.ts';
import {
  FIXED,
  MIN_SPACING,
  MAX_SPACING,
  optionsOf,
  RIGHT_BARS,
  type ChartDress,
  type Library,
} from './chart-options.ts';
import type { ChartOrder } from './facts.ts';
import { OrderMarks } from './order-marks.ts';

interface ChartEvents {
  /** The bar under the cross-hair; undefined when it is away. */
  readonly onCross: (bar: Bar | undefined) => void;
  /** The oldest bars are coming into view. */
  readonly onNearStart: () => void;
  /** No travel: the reader asked for reduced motion. */
  readonly isStill: boolean;
  /** Length of a bar. */
  readonly lengthS: number;
}

/** Candles and volume on a canvas. */
export interface PriceChart {
  readonly dress: (dress: ChartDress) => void;
  /** All bars anew; what is in view stays where it is. */
  readonly reset: (bars: readonly Bar[]) => void;
  readonly last: (bar: Bar) => void;
  readonly orders: (orders: readonly ChartOrder[]) => void;
  /** Moves the cross-hair by so many bars, from the last one when it is away; returns the bar it stands on. */
  readonly step: (by: number) => Bar | undefined;
  /** Takes the cross-hair away and shows the last bar again. */
  readonly toEnd: () => void;
  /** Wider bars above 1, narrower below. */
  readonly zoom: (factor: number) => void;
  readonly destroy: () => void;
}

/** Older bars are asked for when so few are left to the left of what is in view. */
const NEAR_START_BARS = 30;
const MAX_RIGHT_BARS = 14;
const LINE_WIDTH = 2;
/**
 * Draws a chart in an element and keeps it as large as that; the library comes from outside, because it is fetched
 * later.
 */
export function createPriceChart(
  library: Library,
  element: HTMLElement,
  first: ChartDress,
  { onCross, onNearStart, isStill, lengthS }: ChartEvents,
): PriceChart {
  let now = first;
  let bars: readonly Bar[] = [];
  let shownOrders: readonly ChartOrder[] = [];
  let orderLines: IPriceLine[] = [];
  let cross: number | undefined;

  const chart = library.createChart(element, { ...FIXED, kineticScroll: { touch: !isStill, mouse: false } });
  chart.applyOptions(optionsOf(library, first));
  const candles = chart.addSeries(library.CandlestickSeries, {
    priceLineVisible: false,
    lastValueVisible: false,
    borderVisible: false,
  });
  const volume = chart.addSeries(library.HistogramSeries, {
    priceScaleId: 'volume',
    priceLineVisible: false,
    lastValueVisible: false,
  });
  volume.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
  const lastLine = candles.createPriceLine({
    price: 0,
    lineVisible: false,
    axisLabelVisible: false,
    lineWidth: 1,
    lineStyle: library.LineStyle.Dotted,
    title: '',
  });

  const axisTime = (bar: Bar) => now.times.toAxis(bar.id) as UTCTimestamp;
  const candleOf = (bar: Bar): CandlestickData => ({
    time: axisTime(bar),
    open: bar.open,
    high: bar.high,
    low: bar.low,
    close: bar.close,
  });
  const volumeOf = (bar: Bar): HistogramData => ({
    time: axisTime(bar),
    value: bar.vol,
    color: bar.close < bar.open ? now.inks.downVolume : now.inks.upVolume,
  });

  /** Where a moment lies among the bars, in bars from the first; the future beyond the last. */
  function logicalOf(atMs: number): number {
    const atS = atMs / 1000;
    const at = bars.findLastIndex(({ id }) => id <= atS);
    const bar = bars[at];
    if (!bar) return 0;
    const beyond = (atS - bar.id) / lengthS;
    return at + (at === bars.length - 1 ? beyond : Math.min(beyond, 1));
  }
  /** The library places whole bars alone. */
  function xOf(atMs: number): number {
    const logical = logicalOf(atMs);
    const whole = Math.floor(logical);
    const x = chart.timeScale().logicalToCoordinate(whole as Logical);
    return x === null ? -1 : x + (logical - whole) * chart.timeScale().options().barSpacing;
  }

  const marks = new OrderMarks(
    () =>
      shownOrders.map(({ direction, entryPrice, placedAtMs, expiresAtMs }) => ({
        entryPrice: Number(entryPrice),
        words: `${direction === 'up' ? '▲' : '▼'} ${now.yourLine}`,
        y: candles.priceToCoordinate(Number(entryPrice)),
        fromX: xOf(placedAtMs),
        untilX: xOf(expiresAtMs),
      })),
    () => now.inks,
  );
  candles.attachPrimitive(marks);

  function drawLast(): void {
    const bar = bars.at(-1);
    if (!bar) return;
    const isDown = bar.close < bar.open;
    const { inks } = now;
    lastLine.applyOptions({
      price: bar.close,
      lineVisible: true,
      axisLabelVisible: true,
      color: isDown ? inks.down : inks.up,
      axisLabelColor: isDown ? inks.downLabel : inks.upLabel,
      axisLabelTextColor: inks.onLabel,
    });
  }

  function drawOrders(): void {
    for (const each of orderLines) candles.removePriceLine(each);
    const { inks } = now;
    orderLines = [...new Set(shownOrders.map(({ entryPrice }) => entryPrice))].map((entryPrice) =>
      candles.createPriceLine({
        price: Number(entryPrice),
        color: inks.paint,
        lineWidth: LINE_WIDTH,
        lineStyle: library.LineStyle.Solid,
        axisLabelVisible: true,
        axisLabelColor: inks.paint,
        axisLabelTextColor: inks.onPaint,
        title: '',
      }),
    );
  }

  /** Makes room at the right for what is still to close, unless the reader looks at the past. */
  function makeRoom(): void {
    const ahead = Math.max(0, ...shownOrders.map(({ expiresAtMs }) => logicalOf(expiresAtMs) - (bars.length - 1)));
    const wanted = Math.min(MAX_RIGHT_BARS, Math.max(RIGHT_BARS, Math.ceil(ahead) + 2));
    const scale = chart.timeScale();
    if (bars.length > 0 && scale.scrollPosition() >= 0 && scale.options().rightOffset !== wanted)
      scale.applyOptions({ rightOffset: wanted });
  }

  function point(at: number | undefined): Bar | undefined {
    const bar = at === undefined ? undefined : bars[at];
    cross = bar && at;
    if (bar) chart.setCrosshairPosition(bar.close, axisTime(bar), candles);
    else chart.clearCrosshairPosition();
    onCross(bar);
    return bar;
  }

  chart.subscribeCrosshairMove(({ logical, sourceEvent }) => {
    // Without an event it is our own doing.
    if (!sourceEvent && logical !== undefined) return;
    cross = logical !== undefined && bars[logical] ? logical : undefined;
    onCross(cross === undefined ? undefined : bars[cross]);
  });
  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    if (range && bars.length > 0 && range.from < NEAR_START_BARS) onNearStart();
  });

  function dress(next: ChartDress): void {
    now = next;
    chart.applyOptions(optionsOf(library, next));
    const {
      inks: { up, down },
      places,
    } = next;
    candles.applyOptions({
      upColor: up,
      downColor: down,
      wickUpColor: up,
      wickDownColor: down,
      priceFormat: { type: 'price', precision: places, minMove: 10 ** -places },
    });
    volume.setData(bars.map(volumeOf));
    drawLast();
    drawOrders();
  }
  dress(first);

  return {
    dress,
    reset(next) {
      // Older bars before it move the cross-hair's own along.
      const crossed = cross === undefined ? undefined : bars[cross]?.id;
      cross = crossed === undefined ? undefined : next.findIndex(({ id }) => id === crossed);
      if (cross === -1) cross = undefined;
      bars = next;
      candles.setData(bars.map(candleOf));
      volume.setData(bars.map(volumeOf));
      drawLast();
      makeRoom();
    },
    last(bar) {
      bars = bars.at(-1)?.id === bar.id ? [...bars.slice(0, -1), bar] : [...bars, bar];
      candles.update(candleOf(bar));
      volume.update(volumeOf(bar));
      drawLast();
    },
    orders(next) {
      shownOrders = next;
      drawOrders();
      makeRoom();
    },
    step(by) {
      const from = cross ?? (by > 0 ? bars.length - 2 : bars.length);
      const at = Math.min(bars.length - 1, Math.max(0, from + by));
      const range = chart.timeScale().getVisibleLogicalRange();
      if (range && (at < range.from + 1 || at > range.to - 1)) {
        const shift = at < range.from + 1 ? at - range.from - 1 : at - range.to + 1;
        chart.timeScale().setVisibleLogicalRange({ from: range.from + shift, to: range.to + shift });
      }
      return point(at);
    },
    toEnd() {
      point(undefined);
      chart.timeScale().scrollToPosition(chart.timeScale().options().rightOffset, false);
    },
    zoom(factor) {
      const { barSpacing } = chart.timeScale().options();
      chart.timeScale().applyOptions({ barSpacing: Math.min(MAX_SPACING, Math.max(MIN_SPACING, barSpacing * factor)) });
    },
    destroy() {
      chart.remove();
    },
  };
}
