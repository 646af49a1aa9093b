import type { ISeriesPrimitive } from 'lightweight-charts';
import type { Inks } from './inks.ts';
import { drawRing, drawWords, type Target } from './ring.ts';

/** An order on the pane, in pixels. */
export interface PlacedOrder {
  readonly entryPrice: number;
  /** Null when its line is out of view. */
  readonly y: number | null;
  readonly words: string;
  readonly fromX: number;
  readonly untilX: number;
}

/** The ring is at the line's beginning, clear of the newest candles; its words are beside it. */
const RING_X = 26;
const WORDS_X = 42;
const WORDS_ROOM = 6;
const DOT_RADIUS = 3.5;
const MIN_TOP = 22;

/** Draws open options: ring and words, a dot where one was placed, dashes where it expires. */
export class OrderMarks implements ISeriesPrimitive {
  readonly #place: () => readonly PlacedOrder[];
  readonly #inks: () => Inks;
  #placed: readonly PlacedOrder[] = [];
  readonly #views = [
    { zOrder: () => 'top' as const, renderer: () => ({ draw: (target: Target) => this.#draw(target) }) },
  ];

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

  /** The entry price stays in view. */
  autoscaleInfo() {
    const prices = this.#placed.map(({ entryPrice }) => entryPrice);
    return prices.length === 0
      ? null
      : { priceRange: { minValue: Math.min(...prices), maxValue: Math.max(...prices) } };
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
        context.moveTo(Math.round(untilX) + 0.5, MIN_TOP);
        context.lineTo(Math.round(untilX) + 0.5, height);
        context.stroke();
      }
      context.setLineDash([]);
      const inView = this.#placed
        .flatMap(({ y, ...rest }) => (y === null ? [] : [{ y, ...rest }]))
        .toSorted((a, b) => a.y - b.y);
      let wordsFrom = -Infinity;
      for (const { y, fromX, words } of inView) {
        if (fromX >= 0 && fromX <= width) {
          context.fillStyle = inks.paint;
          context.beginPath();
          context.arc(fromX, y, DOT_RADIUS, 0, 2 * Math.PI);
          context.fill();
        }
        drawRing(context, RING_X, y, inks);
        // Words of lines that are close together alternate above and below.
        const above = y - WORDS_ROOM;
        const base = above - wordsFrom > inks.fontSize + WORDS_ROOM ? above : y + WORDS_ROOM + inks.fontSize;
        if (base - wordsFrom < inks.fontSize) continue;
        drawWords(context, words, WORDS_X, base, inks);
        wordsFrom = base;
      }
    });
  }
}
