import { useState, type CSSProperties, type PointerEvent, type RefObject } from 'react';
import { placeAt, reordered } from './reorder.ts';

interface Drag {
  /** The pointer that drags. */
  readonly by: number;
  /** The rows by their ids, as they stood when it began. */
  readonly ids: readonly number[];
  readonly from: number;
  readonly to: number;
  readonly startY: number;
  readonly dy: number;
  readonly heights: readonly number[];
}

/** How far a row makes way for the dragged one, in pixels. */
function shift({ ids, from, to, dy, heights }: Drag, id: number): number {
  const at = ids.indexOf(id);
  if (at === from) return dy;
  const height = heights[from] ?? 0;
  if (at > from && at <= to) return -height;
  return at >= 0 && at < from && at >= to ? height : 0;
}

/**
 * Rows of a list that are dragged by a handle: the others make way. A drop reports the row and the order that it makes,
 * both by ids: the list may have changed since it began.
 */
export function useRowDrag(
  list: RefObject<HTMLElement | null>,
  ids: readonly number[],
  onDrop: (id: number, order: readonly number[]) => void,
) {
  const [drag, setDrag] = useState<Drag>();
  const dragged = drag?.ids[drag.from] ?? Number.NaN;
  const end = ({ pointerId }: PointerEvent) => {
    if (drag?.by === pointerId) setDrag(undefined);
  };
  return {
    classOf: (id: number): string => {
      if (!drag) return '';
      return id === dragged ? 'relative z-1 bg-surface' : 'transition-transform duration-(--t-fast)';
    },
    styleOf: (id: number): CSSProperties | undefined =>
      drag && { transform: `translateY(${shift(drag, id).toFixed(1)}px)` },
    handle: (id: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        event.preventDefault();
        // A second finger drags nothing while the first one does.
        if (drag && drag.by !== event.pointerId && ids.includes(dragged)) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const heights = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect().height);
        const from = ids.indexOf(id);
        setDrag({ by: event.pointerId, ids, from, to: from, startY: event.clientY, dy: 0, heights });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (drag?.by !== event.pointerId) return;
        const dy = event.clientY - drag.startY;
        setDrag({ ...drag, dy, to: placeAt(drag.heights, drag.from, dy) });
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        if (drag?.by === event.pointerId && drag.to !== drag.from)
          onDrop(dragged, reordered(drag.ids, drag.from, drag.to));
        end(event);
      },
      onPointerCancel: end,
      // A row whose element is moved loses its pointer: then there is no drop.
      onLostPointerCapture: end,
    }),
  };
}
