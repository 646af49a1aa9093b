import type { IPriceLine, ISeriesApi, ISeriesMarkersPluginApi, Time, UTCTimestamp } from 'lightweight-charts';
import type { ChartDress, Library } from './chart-options.ts';
import type { OwnMarks, OwnOrder } from './facts.ts';
import { snapped } from './snapped.ts';

/** From this near a line is taken hold of, in pixels; a finger is broader than a pointer. */
const REACH = { mouse: 6, touch: 18 };
const ORDER_WIDTH = 1;

interface Surroundings {
  readonly library: Library;
  readonly element: HTMLElement;
  readonly candles: ISeriesApi<'Candlestick'>;
  /** The time of the bar that a moment is in; undefined before the first. */
  readonly barAt: (atMs: number) => UTCTimestamp | undefined;
}

interface Held {
  readonly order: OwnOrder;
  /** Where the order is dragged to. */
  price: string;
}

/** Draws the member's fills, open orders and break-even on the candles; an order's line can be dragged. */
export class OwnDrawing {
  readonly #around: Surroundings;
  readonly #fills: ISeriesMarkersPluginApi<Time>;
  readonly #listening = new AbortController();
  #lines: { readonly line: IPriceLine; readonly order?: OwnOrder }[] = [];
  #marks: OwnMarks | undefined;
  #dress: ChartDress;
  #held: Held | undefined;

  constructor(around: Surroundings, dress: ChartDress) {
    this.#around = around;
    this.#dress = dress;
    this.#fills = around.library.createSeriesMarkers(around.candles, []);
    this.#listen();
  }

  set(marks: OwnMarks): void {
    this.#marks = marks;
    this.#draw();
    this.place();
  }

  dress(next: ChartDress): void {
    this.#dress = next;
    this.#draw();
    this.place();
  }

  /** Places the fills again: their bars have changed. */
  place(): void {
    const { inks } = this.#dress;
    this.#fills.setMarkers(
      (this.#marks?.fills ?? [])
        .flatMap(({ atMs, price, isBuy }) => {
          const time = this.#around.barAt(atMs);
          return time === undefined
            ? []
            : [
                {
                  time,
                  price: Number(price),
                  position: 'atPriceMiddle' as const,
                  shape: isBuy ? ('arrowUp' as const) : ('arrowDown' as const),
                  color: isBuy ? inks.up : inks.down,
                },
              ];
        })
        .toSorted((a, b) => a.time - b.time),
    );
  }

  destroy(): void {
    this.#listening.abort();
  }

  #draw(): void {
    const { candles, library } = this.#around;
    for (const { line } of this.#lines) candles.removePriceLine(line);
    const { inks } = this.#dress;
    const { orders = [], breakEven } = this.#marks ?? {};
    this.#lines = orders.map((order) => ({
      order,
      line: candles.createPriceLine({
        price: Number(this.#held?.order.id === order.id ? this.#held.price : order.price),
        color: order.isBuy ? inks.up : inks.down,
        lineWidth: ORDER_WIDTH,
        lineStyle: library.LineStyle.Solid,
        axisLabelVisible: true,
        axisLabelColor: order.isBuy ? inks.upLabel : inks.downLabel,
        axisLabelTextColor: inks.onLabel,
        title: `⇕ ${order.words}`,
      }),
    }));
    if (breakEven)
      this.#lines.push({
        line: candles.createPriceLine({
          price: Number(breakEven.price),
          color: inks.cross,
          lineWidth: ORDER_WIDTH,
          lineStyle: library.LineStyle.Dashed,
          axisLabelVisible: true,
          axisLabelColor: inks.tag,
          title: breakEven.words,
        }),
      });
  }

  /** The order whose line is within reach of a place on the screen. */
  #orderAt(clientY: number, reach: number): OwnOrder | undefined {
    const y = clientY - this.#around.element.getBoundingClientRect().top;
    const near = (this.#marks?.orders ?? []).flatMap((order) => {
      const at = this.#around.candles.priceToCoordinate(Number(order.price));
      return at === null || Math.abs(at - y) > reach ? [] : [{ order, away: Math.abs(at - y) }];
    });
    return near.toSorted((a, b) => a.away - b.away)[0]?.order;
  }

  #listen(): void {
    const { element } = this.#around;
    const { signal } = this.#listening;
    // Before the library's own listeners, which would move the chart.
    const first = { capture: true, signal };
    element.addEventListener('pointerdown', (event) => this.#take(event), first);
    element.addEventListener('pointermove', (event) => this.#drag(event), first);
    element.addEventListener('pointerup', () => this.#drop(true), first);
    element.addEventListener('pointercancel', () => this.#drop(false), first);
    element.addEventListener('mousedown', (event) => this.#keepFrom(event), first);
    element.addEventListener('touchstart', (event) => this.#keepFrom(event), { ...first, passive: false });
  }

  /** Keeps a press that holds a line from the library, and from scrolling the page. */
  #keepFrom(event: Event): void {
    if (!this.#held) return;
    event.stopPropagation();
    event.preventDefault();
  }

  #take(event: PointerEvent): void {
    const order = this.#orderAt(event.clientY, event.pointerType === 'mouse' ? REACH.mouse : REACH.touch);
    if (!order || !event.isPrimary || event.button !== 0) return;
    this.#held = { order, price: order.price };
    this.#around.element.setPointerCapture(event.pointerId);
  }

  #drag(event: PointerEvent): void {
    const { element, candles } = this.#around;
    if (!this.#held) {
      if (event.pointerType === 'mouse' && event.buttons === 0)
        element.style.cursor = this.#orderAt(event.clientY, REACH.mouse) ? 'ns-resize' : '';
      return;
    }
    event.stopPropagation();
    const price = candles.coordinateToPrice(event.clientY - element.getBoundingClientRect().top);
    const { order } = this.#held;
    this.#held.price = (price === null ? undefined : snapped(price, this.#marks?.step ?? '0')) ?? this.#held.price;
    this.#lines
      .find((each) => each.order?.id === order.id)
      ?.line.applyOptions({ price: Number(this.#held.price), lineStyle: this.#around.library.LineStyle.Dashed });
  }

  #drop(isMeant: boolean): void {
    const held = this.#held;
    if (!held) return;
    this.#held = undefined;
    // The line is where the order is until the server has moved it.
    this.#draw();
    if (isMeant && Number(held.price) !== Number(held.order.price)) this.#marks?.onMove(held.order.id, held.price);
  }
}
