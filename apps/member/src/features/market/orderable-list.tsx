import { Icon, IconButton } from '@plimsoll/ui';
import { down, up } from '@plimsoll/ui/icons-screens';
import { useLayoutEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { placeAt, reordered } from './reorder.ts';

interface Item {
  readonly id: number;
  readonly title: string;
}

interface OrderableListProps<T extends Item> {
  readonly items: readonly T[];
  readonly isOrdering: boolean;
  readonly label: string;
  readonly className: string;
  readonly draw: (item: T) => ReactNode;
  /** Moves an item before another one; `null` is the end. */
  readonly onMove: (id: number, before: number | null) => void;
}

interface Drag {
  readonly id: number;
  readonly from: number;
  readonly to: number;
  readonly dy: number;
}

const HANDLE = [6, 12, 18].map((y) => `M5 ${y}h14`).join('');

/** A list whose rows are dragged by their handles or moved by buttons while it is being ordered. */
export function OrderableList<T extends Item>(props: OrderableListProps<T>) {
  const { items, isOrdering, label, className, draw, onMove } = props;
  const t = useTranslations('market');
  const list = useRef<HTMLUListElement>(null);
  const grip = useRef({ startY: 0, heights: [] as readonly number[] });
  const [drag, setDrag] = useState<Drag>();
  const [announced, setAnnounced] = useState('');
  /** The button that was pressed: its row moves, and an element that is moved loses the focus. */
  const pressed = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    pressed.current?.focus();
    pressed.current = null;
  });

  const move = (from: number, to: number) => {
    const next = reordered(items, from, to);
    const item = items[from];
    if (!item || to < 0 || to >= items.length || from === to) return;
    onMove(item.id, next[to + 1]?.id ?? null);
    setAnnounced(`${item.title} ${to + 1} / ${items.length}`);
  };
  const take = (event: PointerEvent<HTMLElement>, item: T, from: number) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const rows = [...(list.current?.children ?? [])];
    grip.current = { startY: event.clientY, heights: rows.map((row) => row.getBoundingClientRect().height) };
    setDrag({ id: item.id, from, to: from, dy: 0 });
  };
  const follow = (event: PointerEvent) => {
    if (!drag) return;
    const dy = event.clientY - grip.current.startY;
    setDrag({ ...drag, dy, to: placeAt(grip.current.heights, drag.from, dy) });
  };
  const drop = () => {
    if (drag) move(drag.from, drag.to);
    setDrag(undefined);
  };
  /** How far a row makes way for the dragged one, in pixels. */
  const shift = (at: number): number => {
    if (!drag) return 0;
    if (at === drag.from) return drag.dy;
    const height = grip.current.heights[drag.from] ?? 0;
    if (at > drag.from && at <= drag.to) return -height;
    return at < drag.from && at >= drag.to ? height : 0;
  };
  return (
    <>
      <ul ref={list} className={className} aria-label={label}>
        {items.map((item, at) => (
          <li
            key={item.id}
            className={`@container flex items-center ${drag?.id === item.id ? 'relative z-1 bg-surface' : drag ? 'transition-transform duration-(--t-fast)' : ''}`}
            style={drag ? { transform: `translateY(${shift(at)}px)` } : undefined}
          >
            {draw(item)}
            {isOrdering && (
              <span className="flex flex-none items-center gap-0.5 pe-2">
                <IconButton
                  mini
                  label={t('up', { market: item.title })}
                  aria-disabled={at === 0}
                  className="aria-disabled:opacity-30"
                  onClick={(event) => {
                    pressed.current = event.currentTarget;
                    move(at, at - 1);
                  }}
                >
                  <Icon of={up} size={18} />
                </IconButton>
                <IconButton
                  mini
                  label={t('down', { market: item.title })}
                  aria-disabled={at === items.length - 1}
                  className="aria-disabled:opacity-30"
                  onClick={(event) => {
                    pressed.current = event.currentTarget;
                    move(at, at + 1);
                  }}
                >
                  <Icon of={down} size={18} />
                </IconButton>
                <span
                  aria-hidden="true"
                  data-handle
                  className="grid size-11 cursor-grab touch-none place-items-center text-ink-3 active:cursor-grabbing"
                  onPointerDown={(event) => take(event, item, at)}
                  onPointerMove={follow}
                  onPointerUp={drop}
                  onPointerCancel={() => setDrag(undefined)}
                >
                  <svg viewBox="0 0 24 24" width={20} height={20} fill="none" stroke="currentColor" strokeWidth={1.75}>
                    <path d={HANDLE} strokeLinecap="round" />
                  </svg>
                </span>
              </span>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className="sr">
        {announced}
      </p>
    </>
  );
}
