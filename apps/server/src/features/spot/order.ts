import type { Side, SpotStatus } from '@plimsoll/contract';
import { minus, notional, plus, sum, unitOf, ZERO, type Amount, type Price, type Rate } from '@plimsoll/money';
import type { TradedMarket } from '../../market/types.ts';
import type { Fill, Wanted } from './walk.ts';

/** A spot order as the server keeps it. */
export interface Order {
  readonly id: string;
  readonly memberId: string;
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

/** What an order must hold (rules 3): a limit buy price × quantity rounded up, a market buy its budget, a sell its quantity. */
export function toHold({ side, limit, quantity, budget, market }: Pick<Order, 'side' | 'limit' | 'quantity' | 'budget' | 'market'>): Amount {
  if (side === 'sell') return quantity ?? ZERO;
  return limit === null ? (budget ?? ZERO) : notional(limit, quantity ?? ZERO, 'up', unitOf(market.quote.decimals));
}

/** What of the order is not filled yet. */
export const wantedBy = (order: Order): Wanted => ({
  side: order.side,
  limit: order.limit,
  quantity: order.quantity === null ? null : minus(order.quantity, order.filled),
  budget: order.budget === null ? null : minus(order.budget, order.paid),
});

/** The order after these fills: a market order has ended by then, a limit order when nothing of it is left. */
export function afterFills(order: Order, fills: readonly Fill[]): Order {
  const filled = plus(order.filled, sum(fills.map((fill) => fill.quantity)));
  const rest = order.quantity === null ? ZERO : minus(order.quantity, filled);
  const open = order.limit !== null && rest > 0n;
  return {
    ...order,
    status: open ? 'open' : 'completed',
    filled,
    paid: plus(order.paid, sum(fills.map((fill) => fill.paid))),
    fee: plus(order.fee, sum(fills.map((fill) => fill.fee))),
    fills: order.fills + fills.length,
    // A limit buy's hold is always limit × rest, so that an improvement is given back with the fill that brought it.
    held: open ? toHold({ ...order, quantity: rest }) : ZERO,
  };
}
