import type { Side, SpotStatus } from '@plimsoll/contract';
import { minus, plus, sum, ZERO, type Amount, type Price, type Rate } from '@plimsoll/money';
import { holdOf, isDust, type Fill, type Wanted } from '@plimsoll/rules';
import type { TradedMarket } from '../../market/index.ts';
import type { Id } from '../../platform/db-columns.ts';

/** A spot order as the server keeps it. */
export interface Order {
  readonly id: Id<'spot order'>;
  readonly memberId: Id<'member'>;
  readonly market: TradedMarket;
  readonly side: Side;
  readonly status: SpotStatus;
  /** Null for a market order. */
  readonly limit: Price | null;
  /** In base; null for a market buy. */
  readonly quantity: Amount | null;
  /** In quote; of a market buy only. */
  readonly budget: Amount | null;
  /** Still frozen for it: quote of a buy, base of a sell. */
  readonly held: Amount;
  readonly filled: Amount;
  readonly paid: Amount;
  readonly fee: Amount;
  /** Agreed when it was placed; later changes do not touch it. */
  readonly feeRate: Rate;
  /** How many fills it has had. */
  readonly fills: number;
}

/** What of the order is not filled yet. */
export const wantedBy = (order: Order): Wanted => ({
  side: order.side,
  limit: order.limit,
  quantity: order.quantity === null ? null : minus(order.quantity, order.filled),
  budget: order.budget === null ? null : minus(order.budget, order.paid),
});

/**
 * The order after these fills: a market order has ended by then, a limit order when what is left of it is dust. Dust
 * would stand before all that come after it and never be filled (RULES 3).
 */
export function afterFills(order: Order, fills: readonly Fill[]): Order {
  const filled = plus(order.filled, sum(fills.map((fill) => fill.quantity)));
  const rest = order.quantity === null ? ZERO : minus(order.quantity, filled);
  const open = order.limit !== null && !isDust(rest, order.limit, order.market);
  return {
    ...order,
    status: open ? 'open' : 'completed',
    filled,
    paid: plus(order.paid, sum(fills.map((fill) => fill.paid))),
    fee: plus(order.fee, sum(fills.map((fill) => fill.fee))),
    fills: order.fills + fills.length,
    // A limit buy's hold is always limit × rest, so that an improvement is given back with the fill that brought it.
    held: open ? holdOf({ ...order, quantity: rest }, order.market) : ZERO,
  };
}

/** An order that was met and got nothing, because what is left of it is dust: ended as it stands. */
export const ended = (order: Order): Order => ({ ...order, status: 'completed', held: ZERO });
