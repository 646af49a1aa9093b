import { SPOT_STATUS } from '@plimsoll/contract';
import { amount, format, minus, plus, type Amount } from '@plimsoll/money';
import type { FillRow, OrderRow } from '../htx/order-store.ts';
import { feeCoinOf, isTaker, limitOf, orderedOf, sideOf, sourceOf, stateOf, tradeIdOf, typeOf } from '../htx/shapes.ts';

const exact = (decimal: string): string => format(amount(decimal));

const headOf = (order: OrderRow) => ({
  // not money: ids
  orderId: Number(order.id),
  accountId: Number(order.member_id),
  symbol: order.symbol,
  clientOrderId: order.client_id ?? '',
  orderSource: sourceOf(order),
  orderPrice: limitOf(order),
  orderSize: orderedOf(order),
  ...(order.budget === null ? {} : { orderValue: exact(order.budget) }),
  type: typeOf(order),
});

/** A new order, as `orders#…` says. */
export const creationOf = (order: OrderRow) => ({
  ...headOf(order),
  eventType: 'creation',
  orderStatus: 'submitted',
  orderCreateTime: order.placed_at.getTime(),
});

/** The end of an order that was cancelled. */
export const cancellationOf = (order: OrderRow) => ({
  ...headOf(order),
  eventType: 'cancellation',
  orderStatus: stateOf(order),
  remainAmt: format(restAfter(order, amount(order.filled), amount(order.paid))),
  execAmt: exact(order.filled),
  lastActTime: (order.traded_at ?? order.placed_at).getTime(),
});

/** What is left of an order: of a market buy in quote. */
function restAfter({ quantity, budget }: OrderRow, filled: Amount, paid: Amount): Amount {
  if (quantity !== null) return minus(amount(quantity), filled);
  return budget === null ? amount('0') : minus(amount(budget), paid);
}

/** A fill with what its order had filled up to it, it included. */
export interface FillUpTo {
  readonly fill: FillRow;
  readonly filled: Amount;
  readonly isLast: boolean;
}

/** Fills of an order from the one behind `from` on, each with the sum up to it; `filled` is the sum of those before. */
export function fillsUpTo(fills: readonly FillRow[], from: number, filled: Amount): FillUpTo[] {
  let sumUpTo = filled;
  return fills.slice(from).map((fill, place) => {
    sumUpTo = plus(sumUpTo, amount(fill.quantity));
    return { fill, filled: sumUpTo, isLast: from + place === fills.length - 1 };
  });
}

const statusAt = (order: OrderRow, isLast: boolean): string =>
  isLast && order.status === SPOT_STATUS.completed ? 'filled' : 'partial-filled';

/** A fill, as `orders#…` says. */
export const tradeOf = (order: OrderRow, { fill, filled, isLast }: FillUpTo) => ({
  ...headOf(order),
  eventType: 'trade',
  orderStatus: statusAt(order, isLast),
  tradePrice: exact(fill.price),
  tradeVolume: exact(fill.quantity),
  tradeId: tradeIdOf(fill),
  tradeTime: fill.at.getTime(),
  aggressor: isTaker(order, fill),
  execAmt: format(filled),
  remainAmt: format(order.quantity === null ? amount('0') : minus(amount(order.quantity), filled)),
});

/** A fill with its fee, as `trade.clearing#…` says. */
export const clearingOf = (order: OrderRow, { fill, isLast }: FillUpTo) => ({
  ...headOf(order),
  eventType: 'trade',
  orderSide: sideOf(order),
  orderType: typeOf(order),
  orderStatus: statusAt(order, isLast),
  orderCreateTime: order.placed_at.getTime(),
  source: sourceOf(order),
  tradeId: tradeIdOf(fill),
  tradeTime: fill.at.getTime(),
  tradePrice: exact(fill.price),
  tradeVolume: exact(fill.quantity),
  aggressor: isTaker(order, fill),
  transactFee: exact(fill.fee),
  feeCurrency: feeCoinOf(order),
  feeDeduct: '0',
  feeDeductType: '',
});

/** A balance of the account. */
export interface HeldNow {
  readonly currency: string;
  readonly available: Amount;
  readonly frozen: Amount;
}

/** A balance, as `accounts.update#…` says. */
export const balanceOf = (
  memberId: string,
  { currency, available, frozen }: HeldNow,
  how: { readonly atMs: number; readonly seq: number; readonly isFirst: boolean },
) => ({
  currency,
  // not money: an id
  accountId: Number(memberId),
  accountType: 'trade',
  balance: format(plus(available, frozen)),
  available: format(available),
  changeType: how.isFirst ? null : 'order.match',
  changeTime: how.isFirst ? null : how.atMs,
  seqNum: String(how.seq),
});
