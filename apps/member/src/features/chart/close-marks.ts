import type { ISeriesPrimitive } from 'lightweight-charts';
import type { Inks } from './inks.ts';
import { drawAcross, drawRing, drawWords, type Target } from './ring.ts';

/** A close that is marked: a line, its words, and a ring on its day. */
export interface CloseMark {
  readonly kind: 'highest' | 'lowest' | 'mean';
  readonly close: number;
  readonly y: number | null;
  /** The middle of its day; null for the average. */
  readonly x: number | null;
  readonly words: string;
}

const STRONG_DASH = [5, 4];
const FAINT_DASH = [2, 4];
const RING_ROOM = 18;
const LINE_ROOM = 8;

/** Draws the marks of the highest, lowest and average close. */
export class CloseMarks implements ISeriesPrimitive {
  readonly #place: () => readonly CloseMark[];
  readonly #inks: () => Inks;
  #marks: readonly CloseMark[] = [];
  readonly #views = [
    { zOrder: () => 'top' as const, renderer: () => ({ draw: (target: Target) => this.#draw(target) }) },
  ];

  constructor(place: () => readonly CloseMark[], inks: () => Inks) {
    this.#place = place;
    this.#inks = inks;
  }

  updateAllViews(): void {
    this.#marks = this.#place();
  }

  paneViews() {
    return this.#views;
  }

  autoscaleInfo() {
    const closes = this.#marks.map(({ close }) => close);
    return closes.length === 0
      ? null
      : { priceRange: { minValue: Math.min(...closes), maxValue: Math.max(...closes) } };
  }

  #draw(target: Target): void {
    target.useMediaCoordinateSpace(({ context, mediaSize: { width } }) => {
      const inks = this.#inks();
      for (const { kind, x, y, words } of this.#marks) {
        if (y === null) continue;
        const isMean = kind === 'mean';
        drawAcross(context, y, width, isMean ? inks.faint : inks.paint, isMean ? FAINT_DASH : STRONG_DASH);
        const isOnDay = x !== null && x >= 0 && x <= width;
        if (isOnDay) drawRing(context, x, y, inks);
        // Beside the ring, where there is more room; without one at the end of the line.
        const before = !isOnDay || x > width / 2;
        const at = !isOnDay ? width - RING_ROOM : before ? x - RING_ROOM : x + RING_ROOM;
        const top = kind === 'lowest' ? y + LINE_ROOM + inks.fontSize : y - LINE_ROOM;
        drawWords(context, words, at, top, inks, before ? 'right' : 'left');
      }
    });
  }
}
