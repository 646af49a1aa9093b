import { useState, type CSSProperties, type PointerEvent, type RefObject } from 'react';
import { placeAt } from './reorder.ts';

interface Drag {
  readonly from: number;
  readonly to: number;
  readonly startY: number;
  readonly dy: number;
  readonly heights: readonly number[];
}

/** Rows of a list that are dragged by a handle: the others make way; a drop reports both places. */
export function useRowDrag(list: RefObject<HTMLElement | null>, onDrop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag>();
  /** How far a row makes way for the dragged one, in pixels. */
  const shift = ({ from, to, dy, heights }: Drag, at: number): number => {
    if (at === from) return dy;
    const height = heights[from] ?? 0;
    if (at > from && at <= to) return -height;
    return at < from && at >= to ? height : 0;
  };
  return {
    classOf: (at: number): string => {
      if (!drag) return '';
      return at === drag.from ? 'relative z-1 bg-surface' : 'transition-transform duration-(--t-fast)';
    },
    styleOf: (at: number): CSSProperties | undefined =>
      drag && { transform: `translateY(${shift(drag, at).toFixed(1)}px)` },
    handle: (from: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        const heights = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect().height);
        setDrag({ from, to: from, startY: event.clientY, dy: 0, heights });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (!drag) return;
        const dy = event.clientY - drag.startY;
        setDrag({ ...drag, dy, to: placeAt(drag.heights, drag.from, dy) });
      },
      onPointerUp: () => {
        if (drag) onDrop(drag.from, drag.to);
        setDrag(undefined);
      },
      onPointerCancel: () => setDrag(undefined),
    }),
  };
}
