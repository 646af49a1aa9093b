import type { ISeriesPrimitive } from 'lightweight-charts';
import type { Inks } from './inks.ts';
import { drawRing, type Target } from './ring.ts';

/** An order on the pane, in pixels; null what lies outside. */
export interface PlacedOrder {
  readonly entryPrice: number;
  readonly y: number | null;
  /** Where it was placed. */
  readonly fromX: number;
  /** Where it closes. */
  readonly untilX: number;
}

const EDGE = 16;
const LEAST_TOP = 22;

/** What is drawn of open options beside their lines: the ring where one was placed, the dashes where it closes. */
export class OrderMarks implements ISeriesPrimitive {
  readonly #place: () => readonly PlacedOrder[];
  readonly #inks: () => Inks;
  #placed: readonly PlacedOrder[] = [];
  readonly #views = [{ zOrder: () => 'top' as const, renderer: () => ({ draw: (target: Target) => this.#draw(target) }) }];

  constructor(place: () => readonly PlacedOrder[], inks: () => Inks) {
    this.#place = place;
    this.#inks = inks;
  }

  updateAllViews(): void {
    this.#placed = this.#place();
  }

  paneViews() {
    return this.#views;
  }

  /** The entry price stays in sight: it is what one is measured against. */
  autoscaleInfo() {
    const prices = this.#placed.map(({ entryPrice }) => entryPrice);
    return prices.length === 0 ? null : { priceRange: { minValue: Math.min(...prices), maxValue: Math.max(...prices) } };
  }

  #draw(target: Target): void {
    target.useMediaCoordinateSpace(({ context, mediaSize: { width, height } }) => {
      const inks = this.#inks();
      for (const { untilX } of this.#placed) {
        if (untilX < 0 || untilX > width) continue;
        context.strokeStyle = inks.cross;
        context.lineWidth = 1;
        context.setLineDash([2, 3]);
        context.beginPath();
        context.moveTo(Math.round(untilX) + 0.5, LEAST_TOP);
        context.lineTo(Math.round(untilX) + 0.5, height);
        context.stroke();
      }
      context.setLineDash([]);
      for (const { fromX, y } of this.#placed) if (y !== null) drawRing(context, Math.min(Math.max(fromX, EDGE), width - EDGE), y, inks);
    });
  }
}
