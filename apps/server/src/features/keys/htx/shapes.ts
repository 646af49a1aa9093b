import { SIDE, SPOT_STATUS } from '@plimsoll/contract';
import { amount, format } from '@plimsoll/money';
import type { FillRow, OrderRow } from './order-store.ts';

const BUY = Number(SIDE.buy);
const exact = (decimal: string): string => format(amount(decimal));

const KINDS = { 1: 'limit', 2: 'ioc', 3: 'limit-fok', 4: 'limit-maker' } as const;

/** `buy` or `sell`. */
export const sideOf = ({ side }: Pick<OrderRow, 'side'>): 'buy' | 'sell' => (side === BUY ? 'buy' : 'sell');

/** `buy-limit`, `sell-ioc`, … */
export const typeOf = (order: Pick<OrderRow, 'side' | 'kind' | 'limit_price'>): string =>
  `${sideOf(order)}-${order.limit_price === null ? 'market' : KINDS[order.kind]}`;

/** `submitted`, `partial-filled`, `filled`, `partial-canceled` or `canceled`. */
export function stateOf({ status, filled }: Pick<OrderRow, 'status' | 'filled'>): string {
  const some = amount(filled) > 0n;
  if (status === SPOT_STATUS.completed) return 'filled';
  if (status === SPOT_STATUS.open) return some ? 'partial-filled' : 'submitted';
  return some ? 'partial-canceled' : 'canceled';
}

/** `spot-api` of a program's order. */
export const sourceOf = ({ key_id }: Pick<OrderRow, 'key_id'>): string => (key_id === null ? 'spot-web' : 'spot-api');

/** What was ordered: of a market buy the quote to spend. */
export const orderedOf = ({ quantity, budget }: Pick<OrderRow, 'quantity' | 'budget'>): string =>
  exact(quantity ?? budget ?? '0');

/** Its limit; zero of a market order. */
export const limitOf = ({ limit_price }: Pick<OrderRow, 'limit_price'>): string => exact(limit_price ?? '0');

/** The coin that fees are charged in, as HTX writes coins. */
export const feeCoinOf = (order: Pick<OrderRow, 'side' | 'base' | 'quote'>): string =>
  (sideOf(order) === 'buy' ? order.base : order.quote).toLowerCase();

const FILLS_OF_ONE = 100_000;
/** A number of a fill. */
export const tradeIdOf = ({ order_id, n }: Pick<FillRow, 'order_id' | 'n'>): number =>
  // not money: a number of a fill
  Number(order_id) * FILLS_OF_ONE + n;

/** The order of a {@link tradeIdOf} and the fill's number in it. */
export const fillOfTradeId = (id: string): { readonly orderId: string; readonly n: number } => ({
  orderId: String(BigInt(id) / BigInt(FILLS_OF_ONE)),
  // not money: a number of a fill
  n: Number(BigInt(id) % BigInt(FILLS_OF_ONE)),
});

/** True when the order took what it found, false when it waited. */
export const isTaker = (order: Pick<OrderRow, 'placed_at'>, fill: Pick<FillRow, 'at'>): boolean =>
  order.placed_at.getTime() === fill.at.getTime();

const headOf = (order: OrderRow) => ({
  // not money: ids
  id: Number(order.id),
  symbol: order.symbol,
  'account-id': Number(order.member_id),
  'client-order-id': order.client_id ?? '',
  amount: orderedOf(order),
  price: limitOf(order),
  'created-at': order.placed_at.getTime(),
  type: typeOf(order),
  source: sourceOf(order),
  state: stateOf(order),
});

/** An order of `/v1/order/orders`. The misspelt names are HTX's. */
export const orderShape = (order: OrderRow) => {
  const endedMs = order.status === SPOT_STATUS.open ? 0 : (order.traded_at ?? order.placed_at).getTime();
  return {
    ...headOf(order),
    'field-amount': exact(order.filled),
    'field-cash-amount': exact(order.paid),
    'field-fees': exact(order.fee),
    'finished-at': endedMs,
    'canceled-at': order.status === SPOT_STATUS.cancelled ? endedMs : 0,
    exchange: 'pro',
    batch: '',
  };
};

/** An order of `/v1/order/openOrders`. */
export const openShape = (order: OrderRow) => ({
  ...headOf(order),
  'filled-amount': exact(order.filled),
  'filled-cash-amount': exact(order.paid),
  'filled-fees': exact(order.fee),
});

/** A fill of `/v1/order/matchresults`. */
export const fillShape = (order: OrderRow, fill: FillRow) => ({
  id: tradeIdOf(fill),
  symbol: order.symbol,
  // not money: an id
  'order-id': Number(order.id),
  'match-id': tradeIdOf(fill),
  'trade-id': tradeIdOf(fill),
  type: typeOf(order),
  source: sourceOf(order),
  price: exact(fill.price),
  'filled-amount': exact(fill.quantity),
  'filled-fees': exact(fill.fee),
  'fee-currency': feeCoinOf(order),
  'filled-points': '0.0',
  'fee-deduct-currency': '',
  'fee-deduct-state': 'done',
  role: isTaker(order, fill) ? 'taker' : 'maker',
  'created-at': fill.at.getTime(),
  'updated-at': fill.at.getTime(),
});
