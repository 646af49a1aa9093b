import { RECORD_STATUS } from '@plimsoll/contract';
import type { Amount } from '@plimsoll/money';
import type { Trace } from '../../ledger/index.ts';
import { amountOf, at, id, type Id, int, smallint, text } from '../../platform/db-columns.ts';
import { rowsOf } from '../../platform/db-rows.ts';
import { sql, type Query, type Tx } from '../../platform/db.ts';
import type { RecordStatus, Stretch } from './recharge-store.ts';

/** As of the request. */
export type Target =
  | {
      readonly method: 1;
      readonly addressId: Id<'payout address'>;
      readonly address: string;
      readonly networkOrBank: string;
      readonly boundAt: Date;
    }
  | {
      readonly method: 2;
      readonly cardId: Id<'card'>;
      readonly cardVersion: number;
      readonly address: string;
      readonly networkOrBank: string;
      readonly cardName: string;
      readonly boundAt: Date;
    };

/** A requested withdrawal. */
export interface Request {
  readonly memberId: Id<'member'>;
  readonly coinId: Id<'coin'>;
  readonly coin: string;
  readonly amount: Amount;
  readonly fee: Amount;
  readonly net: Amount;
  readonly target: Target;
  /** In USDT; null without a price. */
  readonly worth: Amount | null;
  readonly fourEyesThreshold: Amount;
}

const takeIds = sql<{ id: string }>(
  'funding.takeWithdrawalIds',
  `select nextval('withdrawal_id_seq') as id from generate_series(1, $1)`,
);

/** Ascending ids. */
export const takeWithdrawalIds = async (tx: Tx, count: number): Promise<string[]> =>
  (await tx.run(takeIds, [count])).map(({ id }) => id);

const REQUESTS = rowsOf({
  id: id('withdrawal'),
  memberId: id('member'),
  coinId: id('coin'),
  amount: amountOf,
  fee: amountOf,
  net: amountOf,
  method: smallint,
  addressId: id('payout address').orNull(),
  cardId: id('card').orNull(),
  cardVersion: int.orNull(),
  address: text,
  networkOrBank: text,
  cardName: text,
  boundAt: at,
  worth: amountOf.orNull(),
  fourEyesThreshold: amountOf,
});
const insertAll = sql<never>(
  'funding.insertWithdrawals',
  `insert into withdrawal (${REQUESTS.columns}, created_at) select t.*, $1::timestamptz from ${REQUESTS.unnest('t', 2)}`,
);

/** Requested at `requestedAt`; their amounts are held. */
export async function insertWithdrawals(
  tx: Tx,
  rows: readonly (Request & { readonly id: string })[],
  requestedAt: Date,
): Promise<void> {
  const requests = REQUESTS.arrays(rows, ({ target, ...request }) => ({
    ...request,
    addressId: null,
    cardId: null,
    cardVersion: null,
    cardName: '',
    ...target,
  }));
  await tx.run(insertAll, [requestedAt, ...requests]);
}

export interface WithdrawalToDecide {
  readonly id: string;
  readonly member_id: string;
  readonly coin_id: string;
  readonly coin: string;
  readonly amount: string;
  readonly fee: string;
  readonly net: string;
  readonly address: string;
  readonly address_id: string | null;
  readonly approvals_needed: 1 | 2;
  /** In USDT at the request; null without a price. */
  readonly worth: string | null;
  readonly four_eyes_threshold: string;
  readonly status: RecordStatus;
  /** In order, and when the first was. */
  readonly approved_by: readonly string[];
  readonly first_at: Date | undefined;
}

// Two by its own worth, or by the day's sums at the first approval.
const NEEDED = 'case when w.needs_two then 2 else w.approvals_needed end::smallint as approvals_needed';
const lock = sql<WithdrawalToDecide>(
  'funding.lockWithdrawals',
  `
  select w.id, w.member_id, w.coin_id, c.title as coin, w.amount, w.fee, w.net, w.address, w.address_id, ${NEEDED},
    w.worth, w.four_eyes_threshold, w.status
  from withdrawal w join coin c on c.id = w.coin_id where w.id = any($1::bigint[]) order by w.id for update of w`,
);
// Read after the rows are locked: an approval may be under way before.
const approvals = sql<{ withdrawal_id: string; operator_id: string; at: Date }>(
  'funding.approvals',
  `
  select withdrawal_id, operator_id, at from withdrawal_approval
  where withdrawal_id = any($1::bigint[]) order by withdrawal_id, n`,
);

/** Until the transaction ends. */
export async function lockWithdrawals(tx: Tx, ids: readonly string[]): Promise<WithdrawalToDecide[]> {
  const [rows, given] = await Promise.all([tx.run(lock, [ids]), tx.run(approvals, [ids])]);
  return rows.map((row) => {
    const its = given.filter((each) => each.withdrawal_id === row.id);
    return { ...row, approved_by: its.map((each) => each.operator_id), first_at: its[0]?.at };
  });
}

const needTwo = sql<never>(
  'funding.needTwo',
  'update withdrawal set needs_two = true where id = any($1::bigint[]) and not needs_two',
);

/** Makes these need two approvals, whatever their worth. */
export const writeNeedTwo = async (tx: Tx, ids: readonly string[]): Promise<void> =>
  void (ids.length > 0 && (await tx.run(needTwo, [ids])));

/** An operator's approval; `n` is its number. */
export interface Approval {
  readonly id: Id<'withdrawal'>;
  readonly n: number;
  readonly by: Id<'operator'>;
  readonly remark: string;
}

const APPROVALS = rowsOf({ id: id('withdrawal'), n: smallint, by: id('operator'), remark: text });
const approveAll = sql<never>(
  'funding.insertApprovals',
  `
  insert into withdrawal_approval (withdrawal_id, n, operator_id, remark, at)
  select ${APPROVALS.columns}, $1 from ${APPROVALS.unnestPlaced('t', 2)} order by place`,
);

/** Inserts approvals, in order. */
export async function insertApprovals(tx: Tx, rows: readonly Approval[], approvedAt: Date): Promise<void> {
  await tx.run(approveAll, [approvedAt, ...APPROVALS.arrays(rows)]);
}

const approved = sql<object>(
  'funding.wasApproved',
  'select from withdrawal_approval where withdrawal_id = $1 and operator_id = $2',
);
/** Finds an approval once it is committed. */
export const approvalTrace = (id: string, by: string): Trace => ({ statement: approved, values: [id, by] });

const DECISIONS = rowsOf({ id: id('withdrawal'), status: smallint, by: id('operator'), remark: text });
const decideAll = sql<never>(
  'funding.decideWithdrawals',
  `
  update withdrawal w set status = t.status, decided_by = t.by, decided_at = $1, remark = t.remark
  from ${DECISIONS.unnest('t', 2)} where w.id = t.id`,
);

/** Stores how withdrawals ended at `decidedAt`. */
export async function decideWithdrawals(
  tx: Tx,
  rows: readonly (Omit<Approval, 'n'> & { readonly status: 2 | 3 })[],
  decidedAt: Date,
): Promise<void> {
  await tx.run(decideAll, [decidedAt, ...DECISIONS.arrays(rows)]);
}

/** A withdrawal in lists. */
export interface WithdrawalRow {
  readonly id: string;
  readonly coin: string;
  readonly amount: string;
  readonly fee: string;
  readonly net: string;
  readonly status: RecordStatus;
  readonly method: 1 | 2;
  readonly address: string;
  readonly network_or_bank: string;
  readonly remark: string;
  readonly created_at: Date;
  readonly decided_by: string | null;
  readonly decided_at: Date | null;
  readonly approvals_needed: 1 | 2;
  readonly approved_by: readonly string[];
  readonly approved_at: readonly Date[];
}

const ofApprovals = (column: string, from = '') =>
  `array(select ${column} from withdrawal_approval a ${from} where a.withdrawal_id = w.id order by a.n)`;
const COLUMNS = `w.id, c.title as coin, w.amount, w.fee, w.net, w.status, w.method, w.address, w.network_or_bank, w.remark,
  w.created_at, w.decided_by, w.decided_at,
  ${NEEDED}, ${ofApprovals('a.operator_id')} as approved_by, ${ofApprovals('a.at')} as approved_at`;
const memberPage = (name: string, ofCoin: string) =>
  sql<WithdrawalRow>(
    name,
    `
  select ${COLUMNS}
  from (select * from withdrawal where member_id = $1 and ${ofCoin} order by id desc limit $3 offset $4) w
  join coin c on c.id = w.coin_id order by w.id desc`,
  );
// Two statements: each reads its own index in order.
const ofAll = memberPage('funding.withdrawals', '$2::bigint is null');
const ofCoin = memberPage('funding.withdrawalsOfCoin', 'coin_id = $2::bigint');

/** Newest first. */
export const readWithdrawals = (query: Query, { memberId, coinId, limit, offset }: Stretch): Promise<WithdrawalRow[]> =>
  query.run(coinId === null ? ofAll : ofCoin, [memberId, coinId, limit, offset]);

/** With what operators check. */
export interface ReviewedWithdrawalRow extends WithdrawalRow {
  readonly member_id: string;
  readonly username: string;
  readonly coin_id: string;
  readonly card_name: string;
  readonly bound_at: Date;
  readonly worth: string | null;
  readonly used: number;
  readonly approved_names: readonly string[];
  readonly approved_remarks: readonly string[];
  readonly identity_status: number;
  readonly frozen: boolean;
  readonly password_changed_at: Date | null;
  readonly pay_password_changed_at: Date | null;
  /** All of it was held, and still is while under review. */
  readonly is_held: boolean;
  readonly refused_at: Date | null;
  readonly refused_remark: string | null;
}

/** Uses of a card are counted so far. */
const MAX_USES = 1000;
const reviewed = sql<ReviewedWithdrawalRow>(
  'funding.reviewedWithdrawals',
  `
  select ${COLUMNS}, w.member_id, m.username, w.coin_id, w.card_name, w.bound_at, w.worth,
    coalesce(p.used, (select count(*)::int from (
      select from withdrawal s where s.card_id = w.card_id and s.card_version = w.card_version and s.status = ${RECORD_STATUS.completed}
      limit ${MAX_USES}) sent)) as used,
    ${ofApprovals('o.username', 'join operator o on o.id = a.operator_id')} as approved_names,
    ${ofApprovals('a.remark')} as approved_remarks,
    m.identity_status, m.frozen, m.password_changed_at, m.pay_password_changed_at,
    coalesce(h.amount = w.amount and (w.status <> ${RECORD_STATUS.pending} or h.captured + h.released = 0), false) as is_held,
    f.decided_at as refused_at, f.remark as refused_remark
  from withdrawal w
  join coin c on c.id = w.coin_id
  join member m on m.id = w.member_id
  left join payout_address p on p.id = w.address_id
  left join ledger_hold h on h.kind = 'withdrawal' and h.ref = w.id
  left join lateral (
    select r.decided_at, r.remark from withdrawal r
    where r.member_id = w.member_id and r.status = ${RECORD_STATUS.refused} and r.id <> w.id
    order by r.decided_at desc limit 1
  ) f on true
  where w.id = any($1::bigint[])`,
);

/** In no order. */
export const readReviewedWithdrawals = (query: Query, ids: readonly string[]): Promise<ReviewedWithdrawalRow[]> =>
  query.run(reviewed, [ids]);
