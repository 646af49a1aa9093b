import { ok, refuse, SPOT_STATUS, type Answer, type Result } from '@plimsoll/contract';
import { minus, ZERO, type Amount } from '@plimsoll/money';
import { defineCommand, type LedgerCommand, type Plan } from '../../ledger/index.ts';
import type { Ordered } from './check-order.ts';
import type { Order } from './order.ts';
import {
  openPlanner,
  writePlaced,
  type OrderPlanner,
  type Placed,
  type PlaceDeps,
  type Placing,
} from './place-order.ts';
import { cancelling } from './postings.ts';
import { lockOrders, updateOrders } from './store.ts';

export interface Moving {
  readonly orderId: string;
  /** The order at its new price, with the rest as it was read. */
  readonly placing: Placing;
  /** Checks it with the rest that is found under the lock. */
  readonly check: (rest: Amount) => Result<Ordered>;
}

interface Moved {
  readonly from: Order;
  readonly to: Placed;
}

/**
 * Moves open limit orders to other prices: the rest of each is cancelled and placed again, in one transaction, so that
 * a refused one stays as it was (RULES 3.12). Exclusive: an order cannot be cancelled, nor a level taken, in the same batch.
 */
export function moveOrders(deps: PlaceDeps): LedgerCommand<Moving, Moved, Answer<'trademoveOrder'>> {
  return defineCommand({
    name: 'spot.move',
    exclusive: true,
    // One that the dealer cannot cover takes nothing of the books from those after it.
    plansTogether: true,

    async plan(tx, inputs) {
      // House limits and books before orders, as fills lock them.
      const planner = await openPlanner(
        tx,
        inputs.map(({ placing }) => placing),
        deps,
      );
      const orders = await lockOrders(
        tx,
        inputs.map(({ orderId }) => orderId),
      );
      const moved = new Set<string>();
      return inputs.map((input, index) => {
        const order = orders.get(input.orderId);
        if (order?.memberId !== input.placing.memberId) return refuse('not_found');
        if (order.status !== 'open' || order.quantity === null || moved.has(order.id)) return refuse('order_not_open');
        const plan = planMove(planner, { ...input, order, rest: minus(order.quantity, order.filled) }, index);
        if (plan.ok) moved.add(order.id);
        return plan;
      });
    },

    record(tx, moved) {
      const nowMs = deps.clock.nowMs();
      const placed = moved.map(({ to }) => to);
      const cancelled = moved.map(({ from }): Order => ({ ...from, status: 'cancelled', held: ZERO }));
      return {
        sent: Promise.all([updateOrders(tx, cancelled, new Date(nowMs)), writePlaced(tx, placed, nowMs)]),
        outcomes: placed.map(({ after }) => ({ id: Number(after.id), status: SPOT_STATUS[after.status] })),
      };
    },
  });
}

/**
 * The program that placed an order, and the number by which it knows it: the moved one stays its own, counts towards its
 * key's caps and ends with it. The caps do not refuse it, since the member moves it and not the program.
 */
const keyOf = ({ keyId, clientId }: Order): Placing['key'] =>
  keyId === null ? undefined : { id: keyId, clientId, isCapped: false };

function planMove(
  planner: OrderPlanner,
  { placing, check, order, rest }: Moving & { readonly order: Order; readonly rest: Amount },
  index: number,
): Result<Plan<Moved>> {
  const checked = check(rest);
  if (!checked.ok) return checked;
  planner.release(order);
  const plan = planner.place({ ...placing, ordered: checked.value, key: keyOf(order) }, index);
  if (!plan.ok) {
    planner.keep(order);
    return plan;
  }
  const { journals, planned } = plan.value;
  return ok({ journals: [cancelling(order), ...journals], planned: { from: order, to: planned } });
}
