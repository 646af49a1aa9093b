import { ACCOUNT_TYPE } from '@plimsoll/contract';
import { minus, sum } from '@plimsoll/money';
import type { Fill } from '@plimsoll/rules';
import {
  capture,
  hold,
  move,
  release,
  nonZeroLines,
  type Account,
  type HoldRef,
  type Journal,
} from '../../ledger/index.ts';
import type { Order } from './order.ts';

const holdOf = (order: Order): HoldRef => ({ kind: 'spot', ref: order.id });

const memberAccount = (order: Order, coinId: string): Account => ({
  memberId: order.memberId,
  type: ACCOUNT_TYPE.funds,
  coinId,
});

const coinsOf = ({ side, market }: Order) =>
  side === 'buy' ? { pays: market.quote.id, gets: market.base.id } : { pays: market.base.id, gets: market.quote.id };

/** What an order holds when it is placed. */
export const placing = (order: Order): Journal => ({
  cause: { kind: 'spot-place', id: order.id },
  actor: { kind: 'member', id: order.memberId },
  lines: [hold(memberAccount(order, coinsOf(order).pays), order.held, holdOf(order))],
});

/**
 * All legs of one walk's fills, with the fee and the release of the hold's surplus. `after` is the order afterwards.
 */
export function filling(order: Order, after: Order, fills: readonly Fill[]): Journal {
  const { pays, gets } = coinsOf(order);
  const payer = memberAccount(order, pays);
  const taker = memberAccount(order, gets);
  const bought = order.side === 'buy';
  const given = sum(fills.map((fill) => (bought ? fill.paid : fill.quantity)));
  const received = sum(fills.map((fill) => (bought ? fill.quantity : fill.paid)));
  return {
    cause: { kind: 'spot-fill', id: `${order.id}.${order.fills + 1}` },
    actor: { kind: 'clock' },
    lines: nonZeroLines([
      capture(payer, { house: 'spot', coinId: pays }, given, holdOf(order)),
      move({ house: 'spot', coinId: gets }, taker, received),
      move(taker, { house: 'fees', coinId: gets }, sum(fills.map((fill) => fill.fee))),
      release(payer, minus(minus(order.held, given), after.held), holdOf(order)),
    ]),
  };
}

const releasing = (order: Order) => release(memberAccount(order, coinsOf(order).pays), order.held, holdOf(order));

/** Releases what a cancelled order still holds. */
export const cancelling = (order: Order): Journal => ({
  cause: { kind: 'spot-cancel', id: order.id },
  actor: { kind: 'member', id: order.memberId },
  lines: [releasing(order)],
});

/** Releases the rest of an order that ends as dust. */
export const ending = (order: Order): Journal => ({
  cause: { kind: 'spot-end', id: order.id },
  actor: { kind: 'clock' },
  lines: [releasing(order)],
});
