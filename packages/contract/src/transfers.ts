import { z } from 'zod';
import { call, decimal, id, listOf, time } from './call.ts';
import { MEMBER_TRANSFER_STATUS } from './codes/transfers.ts';
import {
  amountField,
  choiceField,
  fields,
  idField,
  lenientTextField,
  limitField,
  optional,
  pageField,
  payPasswordField,
  textField,
} from './fields.ts';
import { LOGIN_REASONS, SECOND_REASONS, secondFields } from './security.ts';

const transferStatus = z.union([
  z.literal(MEMBER_TRANSFER_STATUS.transferring),
  z.literal(MEMBER_TRANSFER_STATUS.finished),
  z.literal(MEMBER_TRANSFER_STATUS.cancelled),
]);

/**
 * Finds a receiver by exact username. Unknown, frozen and one's own are the same answer, `not_found`. From then on the
 * caller is shown that name; of who is sent to by number alone only the first letter.
 */
export const searchUser = call({
  name: 'searchUser',
  member: true,
  input: fields({ username: textField() }),
  output: z.object({
    id,
    username: z.string(),
    /** **+** How often the caller has sent to them, of the caller's newest thousand; cancelled ones do not count. */
    times: z.int().min(0),
  }),
  reasons: ['not_found', 'too_many_requests'],
});

export const transferCoin = z.object({
  id,
  title: z.string(),
  /** Available in the sender's funds. */
  balance: decimal,
  /** A fraction of the amount. */
  internal_transfer_sxf: decimal,
  /** Days of 24 hours until it arrives; 0 at once. */
  internal_transfer_days: z.int().min(0),
  /** Places the coin keeps. */
  decimals: z.int().min(0).max(8),
});
export type TransferCoin = z.output<typeof transferCoin>;

/** What the caller can send, whatever `username` is. */
export const getTransferCoin = call({
  name: 'getTransferCoin',
  member: true,
  input: fields({ username: optional(textField()) }),
  output: z.array(transferCoin),
});

/**
 * From funds to another member's funds. Fee and arrival are fixed when it is placed (RULES 5). **+** The login password
 * where the last one is long ago, a second factor where one is set, as for withdrawals (RULES 8).
 */
export const balanceTransfer = call({
  name: 'balanceTransfer',
  member: true,
  idempotent: true,
  input: fields({
    to_uid: idField(),
    c_id: idField(),
    amount: amountField(),
    paypassword: payPasswordField(),
    password: lenientTextField(),
    ...secondFields(),
  }),
  output: z.object({ id, order_num: z.string(), status: transferStatus, arrival_time: time }),
  reasons: [
    'switched_off',
    'same_member',
    'not_found',
    'bad_amount',
    'email_unproven',
    'address_not_allowed',
    'withdrawals_wait',
    'identity_needed',
    'owed_on_loan',
    'daily_limit',
    ...LOGIN_REASONS,
    'no_payment_password',
    'bad_payment_password',
    'payments_stopped',
    ...SECOND_REASONS,
    'insufficient_balance',
    'frozen_member',
  ],
});

/** Before it arrives, by its sender only. */
export const cancelInternalTransfer = call({
  name: 'cancelInternalTransfer',
  member: true,
  idempotent: true,
  input: fields({ id: idField() }),
  reasons: ['not_found', 'transfer_ended'],
});

export const memberTransfer = z.object({
  id,
  order_num: z.string(),
  status: transferStatus,
  addtime: time,
  /** When it arrives or arrived; of a cancelled one, when it would have. */
  arrival_time: time,
  to_username: z.string(),
  coin: z.string(),
  /** What leaves the sender's funds. */
  amount: decimal,
  /** The fee in it. */
  sxf: decimal,
  /** What the receiver gets: the amount less the fee. */
  arrival_amount: decimal,
});
export type MemberTransfer = z.output<typeof memberTransfer>;

/**
 * The caller's transfers, newest first; `status` 0 or none for all. `to_username` is whole once `searchUser` found them or
 * they sent the caller something; else the first letter and `***`.
 */
export const getInternalTransferList = call({
  name: 'getInternalTransferList',
  member: true,
  input: fields({ status: optional(choiceField('0', '1', '2', '3')), page: pageField(), limit: limitField() }),
  output: listOf(memberTransfer),
});
