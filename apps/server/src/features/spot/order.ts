import type { OrderKind, Side, SpotStatus } from '@plimsoll/contract';
import { minus, plus, sum, ZERO, type Amount, type Price, type Rate } from '@plimsoll/money';
import { holdOf, isDust, type Fill, type Wanted } from '@plimsoll/rules';
import type { TradedMarket } from '../../market/index.ts';
import type { Id } from '../../platform/db-columns.ts';

export interface Order {
  readonly id: Id<'spot order'>;
  readonly memberId: Id<'member'>;
  readonly market: TradedMarket;
  readonly side: Side;
  readonly status: SpotStatus;
  readonly limit: Price | null;
  readonly quantity: Amount | null;
  /** In quote; of a market buy only. */
  readonly budget: Amount | null;
  /** Still frozen for it: quote of a buy, base of a sell. */
  readonly held: Amount;
  readonly filled: Amount;
  readonly paid: Amount;
  readonly fee: Amount;
  /** Fixed when it was placed. */
  readonly feeRate: Rate;
  readonly fills: number;
  readonly kind: OrderKind;
  /** Of the key that placed it; null for the member's own. */
  readonly keyId: Id<'key'> | null;
  /** The number that the program gave it. */
  readonly clientId: string | null;
}

/** The part of the order that is not filled yet. */
export const wantedBy = (order: Order): Wanted => ({
  side: order.side,
  limit: order.limit,
  quantity: order.quantity === null ? null : minus(order.quantity, order.filled),
  budget: order.budget === null ? null : minus(order.budget, order.paid),
});

/**
 * The order after these fills. Dust ends a limit order: it could never be filled and would block later orders (RULES
 * 3).
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
    // A limit buy always holds limit × rest: a better price is released with the fill that brought it.
    held: open ? holdOf({ ...order, quantity: rest }, order.market) : ZERO,
  };
}

/** An order that met a book and was not filled, because its rest is dust: ended as it is. */
export const ended = (order: Order): Order => ({ ...order, status: 'completed', held: ZERO });
