import { useEffect, useEffectEvent } from 'react';
import { OPEN_DIALOG } from '../../platform/open-dialog.ts';
import type { OrderAction, OrderForm } from './order-form.ts';

/** The keys of the sides, as they are written on their buttons. */
export const SIDE_KEYS = { buy: 'B', sell: 'S' } as const satisfies Readonly<Record<OrderForm['side'], string>>;

const sideOf = (key: string): OrderForm['side'] | undefined =>
  key.toUpperCase() === SIDE_KEYS.buy ? 'buy' : key.toUpperCase() === SIDE_KEYS.sell ? 'sell' : undefined;

/** Whether a letter would be written: not in the order's own fields, which take digits alone, nor where one is chosen. */
const takesLetters = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=radio]), textarea, select') !== null &&
  target.closest('input[inputmode="decimal"]') === null;

/** B and S choose the side, wherever the focus is on the page. */
export function useOrderKeys({ side }: Pick<OrderForm, 'side'>, change: (action: OrderAction) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const next = sideOf(event.key);
    if (next === undefined || event.defaultPrevented || event.repeat) return;
    if (event.altKey || event.ctrlKey || event.metaKey || takesLetters(event.target)) return;
    if (document.querySelector(OPEN_DIALOG)) return;
    event.preventDefault();
    if (next !== side) change({ kind: 'side', side: next });
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
