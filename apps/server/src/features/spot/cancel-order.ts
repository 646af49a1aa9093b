import { ok, refuse, type Result } from '@plimsoll/contract';
import { ZERO } from '@plimsoll/money';
import { defineCommand, LOCK_RANK, type LedgerCommand, type Plan } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import type { Order } from './order.ts';
import { cancelling } from './postings.ts';
import { lockOrders, updateOrders } from './store.ts';

export interface Cancelling {
  readonly memberId: string;
  readonly orderId: string;
}

/** Plans cancellations, each of an open order of its member's. */
export async function planCancellations(tx: Tx, inputs: readonly Cancelling[]): Promise<Result<Plan<Order>>[]> {
  const orders = await lockOrders(
    tx,
    inputs.map((input) => input.orderId),
  );
  const cancelled = new Set<string>();
  return inputs.map(({ memberId, orderId }): Result<Plan<Order>> => {
    const order = orders.get(orderId);
    if (order?.memberId !== memberId) return refuse('not_found');
    // Rows are locked: of a cancel and a fill, or two cancels, the later finds the order ended.
    if (order.status !== 'open' || cancelled.has(orderId)) return refuse('order_not_open');
    cancelled.add(orderId);
    return ok({ journals: [cancelling(order)], planned: order });
  });
}

/** Cancels open orders for their owners: releases what they hold, keeps what was filled (RULES 3). */
export function cancelOrders(clock: Clock): LedgerCommand<Cancelling, Order, null> {
  return defineCommand({
    name: 'spot.cancel',
    // Behind the books, as fills lock them.
    rank: LOCK_RANK.orders,

    plan: planCancellations,

    record(tx, orders) {
      const after = orders.map((order): Order => ({ ...order, status: 'cancelled', held: ZERO }));
      return { sent: updateOrders(tx, after, new Date(clock.nowMs())), outcomes: orders.map(() => null) };
    },
  });
}
