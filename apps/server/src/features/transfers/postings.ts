import { ACCOUNT_TYPE } from '@plimsoll/contract';
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
import type { Moved } from './member-transfer.ts';

// Always funds (docs/wire/conventions.md).
const sender = ({ memberId, coinId }: Moved): MemberAccount => ({ memberId, type: ACCOUNT_TYPE.funds, coinId });
const receiver = ({ toMemberId, coinId }: Moved): MemberAccount => ({
  memberId: toMemberId,
  type: ACCOUNT_TYPE.funds,
  coinId,
});
const fees = ({ coinId }: Moved) => ({ house: 'fees', coinId }) as const;
const holdOf = ({ id }: Moved): HoldRef => ({ kind: 'member-transfer', ref: id });
const asked = ({ memberId }: Pick<Moved, 'memberId'>) => ({ kind: 'member', id: memberId }) as const;

/** At once: net to the receiver, the fee to `fees`. */
export const sending = (transfer: Moved): Journal => ({
  cause: { kind: 'member-transfer', id: transfer.id },
  actor: asked(transfer),
  lines: nonZeroLines([
    move(sender(transfer), receiver(transfer), transfer.net),
    move(sender(transfer), fees(transfer), transfer.fee),
  ]),
});

/** Freezes the whole amount until it arrives. */
export const holding = (transfer: Moved): Journal => ({
  cause: { kind: 'member-transfer-hold', id: transfer.id },
  actor: asked(transfer),
  lines: [hold(sender(transfer), transfer.amount, holdOf(transfer))],
});

/** Captures the net amount to the receiver and the fee to `fees`. */
export const arriving = (transfer: Moved): Journal => ({
  cause: { kind: 'member-transfer-arrival', id: transfer.id },
  actor: { kind: 'clock' },
  lines: nonZeroLines([
    capture(sender(transfer), receiver(transfer), transfer.net, holdOf(transfer)),
    capture(sender(transfer), fees(transfer), transfer.fee, holdOf(transfer)),
  ]),
});

/** Releases the whole amount. */
export const cancelling = (transfer: Moved): Journal => ({
  cause: { kind: 'member-transfer-cancel', id: transfer.id },
  actor: asked(transfer),
  lines: [release(sender(transfer), transfer.amount, holdOf(transfer))],
});
