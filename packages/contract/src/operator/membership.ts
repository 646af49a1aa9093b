import { z } from 'zod';
import { accountType, accountTypeField, bill } from '../assets.ts';
import { decimal, flag, id, time } from '../call.ts';
import { idField, limitField, optional, pageField } from '../fields.ts';
import { operatorCall, twoOperators } from './operator-call.ts';
import { byId, listFields, pageOf, remarkField, wholeField } from './operator-fields.ts';

/** Maximum that an operator may set. */
const VIP_MAX = 1_000;
const CREDIT_SCORE_MAX = 1_000_000;

export const memberItem = z.object({
  id,
  /** The e-mail, lower-cased, or the phone number. */
  username: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  vip: z.int().min(0),
  credit_score: z.int(),
  /** 0 not applied, 1 under review, 2 certified, 3 refused. */
  rzstatus: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  frozen: flag,
  addtime: time,
  /** The member who invited them. */
  invited_by: id.nullable(),
  /** The language chosen; null before. */
  lang: z.string().nullable(),
});
export type MemberItem = z.output<typeof memberItem>;

export const memberBalance = z.object({
  type: accountType,
  c_id: id,
  coinName: z.string(),
  /** Available, and frozen. */
  balance: decimal,
  dbalance: decimal,
  /** Both in USDT; null without a price. */
  all_zhprice: decimal.nullable(),
});
export type MemberBalance = z.output<typeof memberBalance>;
/** Counts stop at {@link TOTAL_MAX}. */
const count = z.int().min(0);

export const memberDetail = memberItem.extend({
  /** The inviter's username, or null. */
  inviter: z.string().nullable(),
  /** Invitation code, and how many registered with it. */
  invit: z.string(),
  invited: count,
  have_pay: flag,
  /** Which second factors are set. */
  /** When the member froze the account, and who proposed the waiting thaw; null when not frozen by the member. */
  self_frozen: z.object({ at: time, first_by: z.string().nullable() }).nullable(),
  factors: z.object({ totp: flag, passkeys: count, recovery_left: count }),
  /** Open sessions, and the last use, to the hour; null without any. */
  sessions: count,
  last_seen: time.nullable(),
  balances: z.array(memberBalance),
  /** Total in USDT, of coins with a price. */
  all_price: decimal,
  counts: z.object({
    spot_orders: count,
    spot_orders_open: count,
    option_orders: count,
    option_orders_open: count,
    transfers: count,
  }),
});
export type MemberDetail = z.output<typeof memberDetail>;

/**
 * Newest first unless `sort` is given. `q` is an id, a username or its beginning; {@link TOTAL_MAX} names are searched
 * at most.
 */
export const listMembers = operatorCall('GET', '/members', {
  role: 'viewer',
  input: z.strictObject(listFields({ statuses: ['active', 'frozen'], sorts: ['id', 'username'] })),
  output: pageOf(memberItem),
});
export const readMember = operatorCall('GET', '/members/{id}', {
  role: 'viewer',
  input: z.strictObject(byId),
  output: memberDetail,
  reasons: ['not_found'],
});
export const changeMember = operatorCall('PATCH', '/members/{id}', {
  role: 'treasurer',
  input: z.strictObject({
    ...byId,
    vip: optional(wholeField(0, VIP_MAX)),
    credit_score: optional(wholeField(0, CREDIT_SCORE_MAX)),
  }),
  output: memberDetail,
  reasons: ['not_found', 'nothing_to_change'],
});

const decide = z.strictObject({ ...byId, remark: remarkField() });
/**
 * Ends the member's sessions and refuses further logins. Balances stay; open orders are filled and settled as agreed.
 */
export const freezeMember = operatorCall('POST', '/members/{id}/freeze', {
  role: 'treasurer',
  input: decide,
  output: memberDetail,
  reasons: ['not_found', 'already_decided'],
});
/**
 * One operator undoes what an operator froze. What the member froze needs two (RULES 8): it is proposed, and answered
 * 202.
 */
export const unfreezeMember = twoOperators(
  operatorCall('POST', '/members/{id}/unfreeze', {
    role: 'treasurer',
    fresh: true,
    input: decide,
    output: memberDetail,
    reasons: ['not_found', 'already_decided', 'changed_meanwhile'],
  }),
  'sometimes',
);

/**
 * Removes every second factor of a member who lost them all, and ends their sessions, once another owner approves
 * (RULES 8). The member is notified; in live mode withdrawals wait 24 hours (docs/MEMBER-SECURITY.md).
 */
export const resetMemberFactors = twoOperators(
  operatorCall('POST', '/members/{id}/reset-factors', {
    role: 'owner',
    input: decide,
    output: memberDetail,
    reasons: ['not_found', 'remark_needed', 'nothing_to_change'],
  }),
  'always',
);

export const listMemberBalances = operatorCall('GET', '/members/{id}/balances', {
  role: 'viewer',
  input: z.strictObject(byId),
  output: pageOf(memberBalance),
  reasons: ['not_found'],
});

/** A bill with its journal. */
export const billForOperator = bill.extend({ type: accountType, c_id: id, journal: id, kind: z.string() });
export type BillForOperator = z.output<typeof billForOperator>;
export const listMemberBills = operatorCall('GET', '/members/{id}/bills', {
  role: 'viewer',
  input: z.strictObject({
    ...byId,
    c_id: optional(idField()),
    type: optional(accountTypeField()),
    page: pageField(),
    limit: limitField(),
  }),
  output: pageOf(billForOperator),
  reasons: ['not_found'],
});

/** Since when, and when last used, to the hour. Newest first. */
export const listMemberSessions = operatorCall('GET', '/members/{id}/sessions', {
  role: 'viewer',
  input: z.strictObject({ ...byId, page: pageField(), limit: limitField() }),
  output: pageOf(z.object({ addtime: time, last_seen: time })),
  reasons: ['not_found'],
});

export const historyLine = z.object({
  at: time,
  what: z.enum(['deposit', 'withdrawal', 'transfer', 'sent', 'received', 'correction']),
  /** The thing's own number. */
  ref: id,
  coinName: z.string(),
  /** Negative for what leaves; positive for a transfer between own accounts. */
  amount: decimal,
  state: z.enum(['waiting', 'done', 'refused']),
  /**
   * Source or destination: a network, address, card or member; of a transfer between own accounts both types, as `1 2`.
   */
  note: z.string(),
});
export type HistoryLine = z.output<typeof historyLine>;
/** The last 30 days, newest first: `limit` entries of `total`. */
export const listMemberHistory = operatorCall('GET', '/members/{id}/history', {
  role: 'viewer',
  input: z.strictObject({ ...byId, limit: limitField() }),
  output: pageOf(historyLine),
  reasons: ['not_found'],
});
