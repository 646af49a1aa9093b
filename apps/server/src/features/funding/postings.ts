import { ACCOUNT_TYPE } from '@plimsoll/contract';
import type { Amount } from '@plimsoll/money';
import {
  capture,
  hold,
  move,
  release,
  nonZeroLines,
  type HoldRef,
  type Journal,
  type MemberAccount,
} from '../../ledger/index.ts';

/** Always in funds (docs/wire/conventions.md). */
interface Owned {
  readonly id: string;
  readonly memberId: string;
  readonly coinId: string;
}
/** A withdrawal's amounts. */
interface Held extends Owned {
  readonly amount: Amount;
  readonly fee: Amount;
  readonly net: Amount;
}

const funds = ({ memberId, coinId }: Owned): MemberAccount => ({ memberId, type: ACCOUNT_TYPE.funds, coinId });
const holdOf = ({ id }: Owned): HoldRef => ({ kind: 'withdrawal', ref: id });

/** Credits what was received from outside to the member's funds. */
export const crediting = (recharge: Owned, credited: Amount, operatorId: string): Journal => ({
  cause: { kind: 'recharge', id: recharge.id },
  actor: { kind: 'operator', id: operatorId },
  lines: [move({ house: 'outside', coinId: recharge.coinId }, funds(recharge), credited)],
});

/** Freezes the whole amount. */
export const requesting = (withdrawal: Held): Journal => ({
  cause: { kind: 'withdrawal-request', id: withdrawal.id },
  actor: { kind: 'member', id: withdrawal.memberId },
  lines: [hold(funds(withdrawal), withdrawal.amount, holdOf(withdrawal))],
});

/** Captures the net amount to outside and the fee to `fees`. */
export const sending = (withdrawal: Held, operatorId: string): Journal => ({
  cause: { kind: 'withdrawal', id: withdrawal.id },
  actor: { kind: 'operator', id: operatorId },
  lines: nonZeroLines([
    capture(funds(withdrawal), { house: 'outside', coinId: withdrawal.coinId }, withdrawal.net, holdOf(withdrawal)),
    capture(funds(withdrawal), { house: 'fees', coinId: withdrawal.coinId }, withdrawal.fee, holdOf(withdrawal)),
  ]),
});

/** Releases the whole amount. */
export const refusing = (withdrawal: Held, operatorId: string): Journal => ({
  cause: { kind: 'withdrawal-refusal', id: withdrawal.id },
  actor: { kind: 'operator', id: operatorId },
  lines: [release(funds(withdrawal), withdrawal.amount, holdOf(withdrawal))],
});
