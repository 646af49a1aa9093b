import { Icon, IconButton } from '@plimsoll/ui';
import { down, up } from '@plimsoll/ui/icons-screens';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { reordered } from './reorder.ts';
import { useRowDrag } from './use-row-drag.ts';

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

const HANDLE = [6, 12, 18].map((y) => `M5 ${y}h14`).join('');

/** The buttons that move a row up and down. */
function Movers({
  title,
  isFirst,
  isLast,
  onMove,
}: {
  readonly title: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (by: 1 | -1) => void;
}) {
  const t = useTranslations('market');
  const pressed = useRef<HTMLButtonElement>(null);
  // The row moves, and an element that is moved loses the focus.
  useLayoutEffect(() => {
    pressed.current?.focus();
    pressed.current = null;
  });
  const button = (by: 1 | -1, isEnd: boolean) => (
    <IconButton
      mini
      label={t(by < 0 ? 'up' : 'down', { market: title })}
      aria-disabled={isEnd}
      className="aria-disabled:opacity-30"
      onClick={(event) => {
        pressed.current = event.currentTarget;
        if (!isEnd) onMove(by);
      }}
    >
      <Icon of={by < 0 ? up : down} size={18} />
    </IconButton>
  );
  return (
    <>
      {button(-1, isFirst)}
      {button(1, isLast)}
    </>
  );
}

/** Moves items by a button or a drop, and announces where they are then. */
function useOrder<T extends Item>(items: readonly T[], onMove: OrderableListProps<T>['onMove']) {
  const [announced, setAnnounced] = useState('');
  const move = (from: number, to: number) => {
    const item = items[from];
    if (!item || from === to) return;
    onMove(item.id, reordered(items, from, to)[to + 1]?.id ?? null);
    setAnnounced(`${item.title} ${to + 1} / ${items.length}`);
  };
  const drop = (id: number, order: readonly number[]) => {
    const item = items.find((each) => each.id === id);
    if (!item) return;
    const at = order.indexOf(id);
    // What it was dropped before may be gone by now.
    onMove(id, order.slice(at + 1).find((next) => items.some((each) => each.id === next)) ?? null);
    setAnnounced(`${item.title} ${at + 1} / ${order.length}`);
  };
  return { announced, move, drop };
}

/** A list whose rows are dragged by their handles or moved by buttons while it is being ordered. */
export function OrderableList<T extends Item>(props: OrderableListProps<T>) {
  const { items, isOrdering, label, className, draw, onMove } = props;
  const list = useRef<HTMLUListElement>(null);
  const { announced, move, drop } = useOrder(items, onMove);
  const drag = useRowDrag(
    list,
    items.map(({ id }) => id),
    drop,
  );
  return (
    <>
      <ul ref={list} className={className} aria-label={label}>
        {items.map((item, at) => (
          <li
            key={item.id}
            className={`@container flex items-center ${drag.classOf(item.id)}`}
            style={drag.styleOf(item.id)}
          >
            {draw(item)}
            {isOrdering && (
              <span className="flex flex-none items-center gap-0.5 pe-2">
                <Movers
                  title={item.title}
                  isFirst={at === 0}
                  isLast={at === items.length - 1}
                  onMove={(by) => move(at, at + by)}
                />
                <span
                  aria-hidden="true"
                  data-handle
                  className="grid size-11 cursor-grab touch-none place-items-center text-ink-3 active:cursor-grabbing"
                  {...drag.handle(item.id)}
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
