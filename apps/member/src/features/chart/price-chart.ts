import type {
  CandlestickData,
  HistogramData,
  IChartApi,
  IPriceLine,
  ISeriesApi,
  MouseEventParams,
  UTCTimestamp,
} from 'lightweight-charts';
import { asAxisTime, asLogical } from './axis.ts';
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
import type { ChartOrder, OwnMarks } from './facts.ts';
import { OrderMarks, type PlacedOrder } from './order-marks.ts';
import type { OwnDrawing } from './own-marks.ts';

interface ChartEvents {
  readonly onCross: (bar: Bar | undefined) => void;
  readonly onNearStart: () => void;
  readonly isStill: boolean;
  readonly lengthS: number;
}

export interface PriceChart {
  readonly dress: (dress: ChartDress) => void;
  /** Replaces all bars; the view stays. */
  readonly reset: (bars: readonly Bar[]) => void;
  readonly last: (bar: Bar) => void;
  readonly orders: (orders: readonly ChartOrder[]) => void;
  /** Draws the member's own trade. */
  readonly own: (marks: OwnMarks) => void;
  /** Moves the cross-hair by so many bars, from the last one when there is none; returns its bar. */
  readonly step: (by: number) => Bar | undefined;
  readonly toEnd: () => void;
  /** Wider bars above 1, narrower below. */
  readonly zoom: (factor: number) => void;
  readonly destroy: () => void;
}

const NEAR_START_BARS = 30;
const MAX_RIGHT_BARS = 14;
const LINE_WIDTH = 2;

/** Draws a chart in an element and follows its size; the library is loaded later and handed in. */
export const createPriceChart = (
  library: Library,
  element: HTMLElement,
  dress: ChartDress,
  events: ChartEvents,
): PriceChart => new CandleChart(library, element, dress, events);

class CandleChart implements PriceChart {
  readonly #library: Library;
  readonly #events: ChartEvents;
  readonly #chart: IChartApi;
  readonly #candles: ISeriesApi<'Candlestick'>;
  readonly #volume: ISeriesApi<'Histogram'>;
  readonly #lastLine: IPriceLine;
  readonly #element: HTMLElement;
  /** There once something of the member's own is to be drawn. */
  #own: OwnDrawing | undefined;
  #ownMarks: OwnMarks | undefined;
  #isOver = false;
  #dress: ChartDress;
  #bars: readonly Bar[] = [];
  #orders: readonly ChartOrder[] = [];
  #orderLines: readonly IPriceLine[] = [];
  #cross: number | undefined;

  constructor(library: Library, element: HTMLElement, dress: ChartDress, events: ChartEvents) {
    this.#library = library;
    this.#events = events;
    this.#dress = dress;
    this.#chart = library.createChart(element, {
      ...FIXED,
      kineticScroll: { touch: !events.isStill, mouse: false },
    });
    this.#chart.applyOptions(optionsOf(library, dress));
    const plain = { priceLineVisible: false, lastValueVisible: false };
    this.#candles = this.#chart.addSeries(library.CandlestickSeries, { ...plain, borderVisible: false });
    this.#volume = this.#chart.addSeries(library.HistogramSeries, { ...plain, priceScaleId: 'volume' });
    this.#volume.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
    this.#lastLine = this.#candles.createPriceLine({
      price: 0,
      lineVisible: false,
      axisLabelVisible: false,
      lineWidth: 1,
      lineStyle: library.LineStyle.Dotted,
      title: '',
    });
    this.#candles.attachPrimitive(
      new OrderMarks(
        () => this.#placedOrders(),
        () => this.#dress.inks,
      ),
    );
    this.#element = element;
    this.#chart.subscribeCrosshairMove((move) => this.#followCross(move));
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range && this.#bars.length > 0 && range.from < NEAR_START_BARS) events.onNearStart();
    });
    this.dress(dress);
  }

  dress(next: ChartDress): void {
    this.#dress = next;
    this.#chart.applyOptions(optionsOf(this.#library, next));
    const {
      inks: { up, down },
      places,
    } = next;
    this.#candles.applyOptions({
      upColor: up,
      downColor: down,
      wickUpColor: up,
      wickDownColor: down,
      priceFormat: { type: 'price', precision: places, minMove: 10 ** -places },
    });
    this.#volume.setData(this.#bars.map((bar) => this.#volumeOf(bar)));
    this.#drawLast();
    this.#drawOrders();
    this.#own?.dress(next);
  }

  reset(next: readonly Bar[]): void {
    // The cross-hair stays on its bar when older ones are put before it.
    const crossed = this.#cross === undefined ? undefined : this.#bars[this.#cross]?.id;
    const at = crossed === undefined ? -1 : next.findIndex(({ id }) => id === crossed);
    this.#cross = at === -1 ? undefined : at;
    this.#bars = next;
    this.#candles.setData(next.map((bar) => this.#candleOf(bar)));
    this.#volume.setData(next.map((bar) => this.#volumeOf(bar)));
    this.#drawLast();
    this.#own?.place();
    this.#makeRoom();
  }

  last(bar: Bar): void {
    const bars = this.#bars;
    this.#bars = bars.at(-1)?.id === bar.id ? [...bars.slice(0, -1), bar] : [...bars, bar];
    this.#candles.update(this.#candleOf(bar));
    this.#volume.update(this.#volumeOf(bar));
    this.#drawLast();
  }

  orders(next: readonly ChartOrder[]): void {
    this.#orders = next;
    this.#drawOrders();
    this.#makeRoom();
  }

  own(marks: OwnMarks): void {
    const isFirst = this.#ownMarks === undefined;
    this.#ownMarks = marks;
    if (this.#own) this.#own.set(marks);
    else if (isFirst) void this.#drawOwn();
  }

  step(by: number): Bar | undefined {
    const count = this.#bars.length;
    const from = this.#cross ?? (by > 0 ? count - 2 : count);
    const at = Math.min(count - 1, Math.max(0, from + by));
    const range = this.#chart.timeScale().getVisibleLogicalRange();
    if (range && (at < range.from + 1 || at > range.to - 1)) {
      const shift = at < range.from + 1 ? at - range.from - 1 : at - range.to + 1;
      this.#chart.timeScale().setVisibleLogicalRange({ from: range.from + shift, to: range.to + shift });
    }
    return this.#point(at);
  }

  toEnd(): void {
    this.#point(undefined);
    const scale = this.#chart.timeScale();
    scale.scrollToPosition(scale.options().rightOffset, false);
  }

  zoom(factor: number): void {
    const scale = this.#chart.timeScale();
    const { barSpacing } = scale.options();
    scale.applyOptions({ barSpacing: Math.min(MAX_SPACING, Math.max(MIN_SPACING, barSpacing * factor)) });
  }

  destroy(): void {
    this.#isOver = true;
    this.#own?.destroy();
    this.#chart.remove();
  }

  /** Its code comes with the first marks; where it is unavailable, the chart is without them until the next. */
  async #drawOwn(): Promise<void> {
    const code = await import('./own-marks.ts').catch(() => undefined);
    if (this.#isOver || !this.#ownMarks) return;
    if (!code) {
      this.#ownMarks = undefined;
      return;
    }
    const around = {
      library: this.#library,
      element: this.#element,
      candles: this.#candles,
      barAt: (atMs: number) => this.#barAt(atMs),
    };
    this.#own = new code.OwnDrawing(around, this.#dress);
    this.#own.set(this.#ownMarks);
  }

  #axisTime(bar: Bar): UTCTimestamp {
    return asAxisTime(this.#dress.times.toAxis(bar.id));
  }

  #candleOf(bar: Bar): CandlestickData {
    const { open, high, low, close } = bar;
    return { time: this.#axisTime(bar), open, high, low, close };
  }

  #volumeOf(bar: Bar): HistogramData {
    const { downVolume, upVolume } = this.#dress.inks;
    return { time: this.#axisTime(bar), value: bar.vol, color: bar.close < bar.open ? downVolume : upVolume };
  }

  #barAt(atMs: number): UTCTimestamp | undefined {
    const bar = this.#bars.findLast(({ id }) => id * 1000 <= atMs);
    return bar && this.#axisTime(bar);
  }

  /** Where a moment lies, in bars from the first; beyond the last for the future. */
  #logicalOf(atMs: number): number {
    const atS = atMs / 1000;
    const at = this.#bars.findLastIndex(({ id }) => id <= atS);
    const bar = this.#bars[at];
    if (!bar) return 0;
    const beyond = (atS - bar.id) / this.#events.lengthS;
    return at + (at === this.#bars.length - 1 ? beyond : Math.min(beyond, 1));
  }

  /** In pixels; the library knows the place of whole bars alone. */
  #xOf(atMs: number): number {
    const logical = this.#logicalOf(atMs);
    const whole = Math.floor(logical);
    const scale = this.#chart.timeScale();
    const x = scale.logicalToCoordinate(asLogical(whole));
    return x === null ? -1 : x + (logical - whole) * scale.options().barSpacing;
  }

  #placedOrders(): readonly PlacedOrder[] {
    return this.#orders.map(({ direction, entryPrice, placedAtMs, expiresAtMs }) => ({
      entryPrice: Number(entryPrice),
      words: `${direction === 'up' ? '▲' : '▼'} ${this.#dress.yourLine}`,
      y: this.#candles.priceToCoordinate(Number(entryPrice)),
      fromX: this.#xOf(placedAtMs),
      untilX: this.#xOf(expiresAtMs),
    }));
  }

  #drawLast(): void {
    const bar = this.#bars.at(-1);
    if (!bar) return;
    const isDown = bar.close < bar.open;
    const { inks } = this.#dress;
    this.#lastLine.applyOptions({
      price: bar.close,
      lineVisible: true,
      axisLabelVisible: true,
      color: isDown ? inks.down : inks.up,
      axisLabelColor: isDown ? inks.downLabel : inks.upLabel,
      axisLabelTextColor: inks.onLabel,
    });
  }

  #drawOrders(): void {
    for (const each of this.#orderLines) this.#candles.removePriceLine(each);
    const { inks } = this.#dress;
    this.#orderLines = [...new Set(this.#orders.map(({ entryPrice }) => entryPrice))].map((entryPrice) =>
      this.#candles.createPriceLine({
        price: Number(entryPrice),
        color: inks.paint,
        lineWidth: LINE_WIDTH,
        lineStyle: this.#library.LineStyle.Solid,
        axisLabelVisible: true,
        axisLabelColor: inks.paint,
        axisLabelTextColor: inks.onPaint,
        title: '',
      }),
    );
  }

  /** Makes room at the right for open orders, unless the reader looks at the past. */
  #makeRoom(): void {
    const count = this.#bars.length;
    const ahead = Math.max(0, ...this.#orders.map(({ expiresAtMs }) => this.#logicalOf(expiresAtMs) - (count - 1)));
    const wanted = Math.min(MAX_RIGHT_BARS, Math.max(RIGHT_BARS, Math.ceil(ahead) + 2));
    const scale = this.#chart.timeScale();
    if (count > 0 && scale.scrollPosition() >= 0 && scale.options().rightOffset !== wanted)
      scale.applyOptions({ rightOffset: wanted });
  }

  #point(at: number | undefined): Bar | undefined {
    const bar = at === undefined ? undefined : this.#bars[at];
    this.#cross = bar && at;
    if (bar) this.#chart.setCrosshairPosition(bar.close, this.#axisTime(bar), this.#candles);
    else this.#chart.clearCrosshairPosition();
    this.#events.onCross(bar);
    return bar;
  }

  #followCross({ logical, sourceEvent }: MouseEventParams): void {
    // Moves without an event are made by #point.
    if (!sourceEvent && logical !== undefined) return;
    this.#cross = logical !== undefined && this.#bars[logical] ? logical : undefined;
    this.#events.onCross(this.#cross === undefined ? undefined : this.#bars[this.#cross]);
  }
}
