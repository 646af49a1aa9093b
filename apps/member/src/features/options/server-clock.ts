import type { OptionOrder } from '@plimsoll/contract';
import { OPTION_STATUS } from '@plimsoll/contract/codes/options';
import { createStore } from '../../platform/store.ts';

/** What an order reveals of the server's time: `selltime`, and the whole seconds left, rounded up. */
type ClockOrder = Pick<OptionOrder, 'selltime' | 'count_down' | 'status'>;

/**
 * How far the server's clock is ahead, in ms: a countdown of 42 means between 41 and 42 seconds. An earlier value is
 * kept where it agrees.
 */
export function clockOffset(order: ClockOrder, receivedAtMs: number, before: number): number {
  // The countdown does not run before the line is drawn.
  if (order.status !== OPTION_STATUS.open || order.selltime === null) return before;
  const latest = Date.parse(order.selltime) - receivedAtMs;
  if (order.count_down === 0) return Math.max(before, latest);
  const earliest = latest - order.count_down * 1000;
  return Math.min(Math.max(before, earliest), earliest + 1000);
}

const offsetMs = createStore(0);

/** Learns the server's time from orders that were just answered. */
export function syncServerClock(orders: readonly ClockOrder[]): void {
  const receivedAtMs = Date.now();
  for (const each of orders) offsetMs.set(clockOffset(each, receivedAtMs, offsetMs.get()));
}

/** The time by the server's clock, epoch ms. */
export const serverNow = (): number => Date.now() + offsetMs.get();
