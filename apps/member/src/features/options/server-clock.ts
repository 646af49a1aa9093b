import type { OptionOrder } from '@plimsoll/contract';
import { OPTION_STATUS } from '@plimsoll/contract/codes/options';

/** What an order reveals of the server's time: `selltime` by its clock, and the whole seconds left, rounded up. */
type Told = Pick<OptionOrder, 'selltime' | 'count_down' | 'status'>;

/**
 * How far the server's clock is ahead, in ms, as far as an order just answered shows: a countdown of 42 means
 * between 41 and 42 seconds. An earlier value is kept where it agrees.
 */
export function clockOffset(told: Told, receivedAtMs: number, before: number): number {
  // The countdown does not run before the line is drawn.
  if (told.status !== OPTION_STATUS.open || told.selltime === null) return before;
  const latest = Date.parse(told.selltime) - receivedAtMs;
  if (told.count_down === 0) return Math.max(before, latest);
  const least = latest - told.count_down * 1000;
  return Math.min(Math.max(before, least), least + 1000);
}

let offsetMs = 0;

/** Learns the server's time from orders that were just answered. */
export function syncServerClock(orders: readonly Told[]): void {
  const receivedAtMs = Date.now();
  for (const each of orders) offsetMs = clockOffset(each, receivedAtMs, offsetMs);
}

/** The time by the server's clock, epoch ms. */
export const serverNow = (): number => Date.now() + offsetMs;
