import { ACCOUNT_TYPE, LOAN_STATUS, type LoanStatus, type Repayment, REPAYMENT } from '@plimsoll/contract';

import type { Trace } from '../../ledger/index.ts';
import { amountOf, atMs, bool, id, int, numbered, rateOf, smallint, text } from '../../platform/db-columns.ts';
import { rowsOf, type RowOf, type Stored } from '../../platform/db-rows.ts';
import { sql, type Query, type Tx } from '../../platform/db.ts';
import type { AppliedLoan, LoanState } from './loan.ts';

const takeIds = sql<{ id: string }>('loans.takeIds', `select nextval('loan_id_seq') as id from generate_series(1, $1)`);

/** Ascending ids. */
export const takeLoanIds = async (tx: Tx, count: number): Promise<string[]> =>
  (await tx.run(takeIds, [count])).map(({ id }) => id);

const frozen = sql<{ id: string }>(
  'loans.frozenMembers',
  'select id from member where id = any($1::bigint[]) and frozen',
);

/** Which of these members are frozen. */
export const readFrozen = async (query: Query, memberIds: readonly string[]): Promise<Set<string>> =>
  new Set((await query.run(frozen, [memberIds])).map(({ id }) => id));

const APPLIED = rowsOf({
  id: id('loan'),
  memberId: id('member'),
  projectId: id('loan project'),
  projectVersion: int,
  coinId: id('coin'),
  amount: amountOf,
  rate: rateOf.named('interest_rate'),
  days: int,
  decimals: smallint,
  interest: amountOf,
  total: amountOf,
  frontCard: text,
  backCard: text,
  handheldCard: text,
});
const insertAll = sql<never>(
  'loans.insert',
  `
  insert into loan (${APPLIED.columns}, created_at, runs_late)
  select t.*, $1::timestamptz, true from ${APPLIED.unnest('t', 2)}`,
);

/** Inserts applications made at `at`. */
export async function insertLoans(tx: Tx, rows: readonly AppliedLoan[], at: Date): Promise<void> {
  const loans = APPLIED.arrays(rows, ({ images, ...loan }) => ({
    ...loan,
    frontCard: images.front,
    backCard: images.back,
    handheldCard: images.handheld,
  }));
  await tx.run(insertAll, [at, ...loans]);
}

const wasApplied = sql<object>(
  'loans.wasApplied',
  'select from loan where id = $1 and member_id = $2 and front_card = $3',
);
/** Once it is committed. */
export const applicationTrace = ({ id, memberId, images }: AppliedLoan): Trace => ({
  statement: wasApplied,
  values: [id, memberId, images.front],
});

const wasEnded = sql<object>(
  'loans.wasEnded',
  'select from loan where id = $1 and status = $2 and decided_by is not distinct from $3::bigint',
);
/** Finds an application that this operator refused, or with null its member cancelled, once it is committed. */
export const endTrace = (id: string, by: string | null): Trace => ({
  statement: wasEnded,
  values: [id, by === null ? LOAN_STATUS.cancelled : LOAN_STATUS.refused, by],
});

const LOCKED = rowsOf({
  id: id('loan'),
  memberId: id('member'),
  coinId: id('coin'),
  amount: amountOf,
  rate: rateOf.named('interest_rate'),
  decimals: smallint,
  interest: amountOf,
  total: amountOf,
  days: int,
  runsLate: bool,
  status: numbered<LoanStatus>(),
  repayment: numbered<Repayment>().named('repayment_status'),
  dueAtMs: atMs.orNull().named('due_at'),
});
const lock = sql<Stored<typeof LOCKED>>(
  'loans.lock',
  `select ${LOCKED.columns} from loan where id = any($1::bigint[]) order by id for update`,
);

/** Until the transaction ends; missing ones are left out. */
export async function lockLoans(tx: Tx, ids: readonly string[]): Promise<Map<string, LoanState>> {
  const loans = (await tx.run(lock, [ids])).map(LOCKED.read);
  return new Map(loans.map((loan) => [loan.id, loan]));
}

/** The decision on an application. */
export interface DecidedLoan {
  readonly id: string;
  readonly status: Exclude<LoanStatus, 1>;
  /** Null when cancelled. */
  readonly by: string | null;
  readonly remark: string;
  /** Null unless approved. */
  readonly dueAtMs: number | null;
  readonly atMs: number;
}
const DECISIONS = rowsOf({
  id: id('loan'),
  status: smallint,
  by: id('operator').orNull(),
  remark: text,
  dueAtMs: atMs.orNull().named('due'),
  atMs: atMs.named('at'),
});
const decideAll = sql<never>(
  'loans.decide',
  `
  update loan l
  set status = t.status, decided_by = t.by, remark = t.remark, due_at = t.due, decided_at = t.at
  from ${DECISIONS.unnest('t', 1)} where l.id = t.id`,
);

/** Stores decisions. */
export async function decideLoans(tx: Tx, rows: readonly DecidedLoan[]): Promise<void> {
  await tx.run(decideAll, DECISIONS.arrays(rows));
}

const REPAID = rowsOf({ id: id('loan'), byMember: bool, late: amountOf });
const repaidAll = sql<never>(
  'loans.repaid',
  `
  update loan l
  set repayment_status = ${REPAYMENT.repaid}, repaid_at = $1, repaid_by_member = t.by_member, late_interest = t.late
  from ${REPAID.unnest('t', 2)} where l.id = t.id`,
);

/** At `at`, with their late interest. */
export async function repaidLoans(tx: Tx, rows: readonly RowOf<typeof REPAID>[], at: Date): Promise<void> {
  await tx.run(repaidAll, [at, ...REPAID.arrays(rows)]);
}

const overdueAll = sql<never>(
  'loans.overdue',
  `update loan set repayment_status = ${REPAYMENT.overdue}, overdue_at = $2 where id = any($1::bigint[])`,
);

/** Stores that loans could not be collected at `at`. */
export async function overdueLoans(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  await tx.run(overdueAll, [ids, at]);
}

const due = sql<{ id: string }>(
  'loans.due',
  `
  select id from loan
  where status = ${LOAN_STATUS.approved} and repayment_status = ${REPAYMENT.open} and due_at <= $1
  order by due_at, id limit $2`,
);
const nextDue = sql<{ at: Date | null }>(
  'loans.nextDue',
  `
  select min(due_at) as at from loan
  where status = ${LOAN_STATUS.approved} and repayment_status = ${REPAYMENT.open}`,
);
const payable = sql<{ id: string }>(
  'loans.payable',
  `
  select l.id from loan l
  join ledger_account a on a.member_id = l.member_id and a.type = ${ACCOUNT_TYPE.funds} and a.coin_id = l.coin_id
  where l.repayment_status = ${REPAYMENT.overdue}
    -- Never more than it owes: who lacks the last unit is looked at and left.
    and a.available >= l.total + case when l.runs_late then trunc(
      l.amount * l.interest_rate * 0.01 * greatest(0, floor(extract(epoch from ($2 - l.due_at)) / 86400)),
      l.decimals) else 0 end
  order by l.id limit $1`,
);
const debtors = sql<{ member_id: string }>(
  'loans.debtors',
  `select distinct member_id from loan where repayment_status = ${REPAYMENT.overdue}`,
);

/** Loans due by `nowMs`, the longest due first. */
export const readDue = async (query: Query, nowMs: number, most: number): Promise<string[]> =>
  (await query.run(due, [new Date(nowMs), most])).map(({ id }) => id);
/** When the next loan is due; null when none is out. */
export const readNextDueMs = async (query: Query): Promise<number | null> =>
  (await query.run(nextDue))[0]?.at?.getTime() ?? null;
/** Overdue loans that their members' funds cover at `nowMs`, the oldest first. */
export const readPayable = async (query: Query, nowMs: number, most: number): Promise<string[]> =>
  (await query.run(payable, [most, new Date(nowMs)])).map(({ id }) => id);
/** Members with an overdue loan. */
export const readDebtors = async (query: Query): Promise<string[]> =>
  (await query.run(debtors)).map(({ member_id }) => member_id);
