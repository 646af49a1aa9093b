import { ACCOUNT_TYPE } from '@plimsoll/contract';
import type { Amount } from '@plimsoll/money';
import { miningTotal } from '@plimsoll/rules';
import {
  capture,
  hold,
  release,
  type HoldRef,
  type Journal,
  type Line,
  type MemberAccount,
} from '../../ledger/index.ts';
import type { Locked, PlacedOrder } from './mining-order.ts';

type Owned = Pick<Locked, 'memberId' | 'coinId'>;

// Always funds (docs/wire/conventions.md).
const funds = ({ memberId, coinId }: Owned): MemberAccount => ({ memberId, type: ACCOUNT_TYPE.funds, coinId });
const rewards = ({ coinId }: Pick<Locked, 'coinId'>) => ({ house: 'rewards', coinId }) as const;
const principal = (id: string): HoldRef => ({ kind: 'mining', ref: id });
const reward = (id: string): HoldRef => ({ kind: 'mining-reward', ref: id });

/** Freezes the amount, and its total revenue in `rewards`, so that it can always be paid. */
export const opening = (order: PlacedOrder): Journal => ({
  cause: { kind: 'mining-open', id: order.id },
  actor: { kind: 'member', id: order.memberId },
  lines: [
    hold(funds(order), order.amount, principal(order.id)),
    hold(rewards(order), miningTotal(order.daily, order.days), reward(order.id)),
  ],
});

/** One day of an order. */
export type DayToPay = Owned & { readonly id: string; readonly daily: Amount };

/** Pays a day from the order's reserved revenue. */
const dayLine = (day: DayToPay): Line => capture(rewards(day), funds(day), day.daily, reward(day.id));

/** Pays a day of each of many orders in one journal; each line names its order by the hold. */
export const payingDays = (run: string, days: readonly DayToPay[]): Journal => ({
  cause: { kind: 'mining-payment', id: run },
  actor: { kind: 'clock' },
  lines: days.map(dayLine),
});

/** Releases the principal; the revenue is already paid. */
export const ending = (order: Locked): Journal => ({
  cause: { kind: 'mining-end', id: order.id },
  actor: { kind: 'clock' },
  lines: [release(funds(order), order.amount, principal(order.id))],
});
