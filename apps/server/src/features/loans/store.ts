import type { LoanStatus, Repayment } from '@plimsoll/contract';
import { amount, format, rate, type Amount } from '@plimsoll/money';
import type { Trace } from '../../ledger/index.ts';
import { sql, type Query, type Tx } from '../../platform/db.ts';
import type { AppliedLoan, LoanState } from './loan.ts';

const takeIds = sql<{ id: string }>('loans.takeIds', `select nextval('loan_id_seq') as id from generate_series(1, $1)`);

/** Numbers for loans about to be applied for, rising. */
export const takeLoanIds = async (tx: Tx, count: number): Promise<string[]> =>
  (await tx.run(takeIds, [count])).map(({ id }) => id);

const frozen = sql<{ id: string }>(
  'loans.frozenMembers',
  'select id from member where id = any($1::bigint[]) and frozen',
);

/** Those of these members who are frozen. */
export const readFrozen = async (query: Query, memberIds: readonly string[]): Promise<Set<string>> =>
  new Set((await query.run(frozen, [memberIds])).map(({ id }) => id));

const insertAll = sql<never>(
  'loans.insert',
  `
  insert into loan (id, member_id, project_id, project_version, coin_id, amount, interest_rate, cycle, decimals, interest, total, front_card, later_card, handheld_card, at, runs_late)
  select t.*, $15::timestamptz, true from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::int[], $5::bigint[], $6::numeric[], $7::numeric[], $8::int[], $9::smallint[],
    $10::numeric[], $11::numeric[], $12::text[], $13::text[], $14::text[])
    as t (id, member, project, version, coin, amount, rate, cycle, decimals, interest, total, front, back, handheld)`,
);

/** Writes loans as they are applied for at `at`. */
export async function insertLoans(tx: Tx, rows: readonly AppliedLoan[], at: Date): Promise<void> {
  await tx.run(insertAll, [
    rows.map((row) => row.id),
    rows.map((row) => row.memberId),
    rows.map((row) => row.projectId),
    rows.map((row) => row.projectVersion),
    rows.map((row) => row.coinId),
    rows.map((row) => format(row.amount)),
    rows.map((row) => format(row.rate)),
    rows.map((row) => row.cycle),
    rows.map((row) => row.decimals),
    rows.map((row) => format(row.interest)),
    rows.map((row) => format(row.total)),
    rows.map(({ images }) => images.front),
    rows.map(({ images }) => images.back),
    rows.map(({ images }) => images.handheld),
    at,
  ]);
}

const wasApplied = sql<object>(
  'loans.wasApplied',
  'select from loan where id = $1 and member_id = $2 and front_card = $3',
);
/** Finds a loan that was applied for, once it is there. */
export const applicationTrace = ({ id, memberId, images }: AppliedLoan): Trace => ({
  statement: wasApplied,
  values: [id, memberId, images.front],
});

const wasEnded = sql<object>(
  'loans.wasEnded',
  'select from loan where id = $1 and status = $2 and decided_by is not distinct from $3::bigint',
);
/** Finds an application that this operator refused, or with null its member cancelled, once it is. */
export const endTrace = (id: string, by: string | null): Trace => ({
  statement: wasEnded,
  values: [id, by === null ? 4 : 3, by],
});

interface LockedRow {
  id: string;
  member_id: string;
  coin_id: string;
  amount: string;
  interest_rate: string;
  decimals: number;
  interest: string;
  total: string;
  cycle: number;
  runs_late: boolean;
  status: LoanStatus;
  is_repayment: Repayment;
  repayment_time: Date | null;
}
const lock = sql<LockedRow>(
  'loans.lock',
  `
  select id, member_id, coin_id, amount, interest_rate, decimals, interest, total, cycle, runs_late, status, is_repayment, repayment_time
  from loan where id = any($1::bigint[]) order by id for update`,
);

/** These loans, nobody else's to change until the transaction ends; those that do not exist are left out. */
export async function lockLoans(tx: Tx, ids: readonly string[]): Promise<Map<string, LoanState>> {
  const rows = await tx.run(lock, [ids]);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        memberId: row.member_id,
        coinId: row.coin_id,
        amount: amount(row.amount),
        rate: rate(row.interest_rate),
        decimals: row.decimals,
        interest: amount(row.interest),
        total: amount(row.total),
        cycle: row.cycle,
        runsLate: row.runs_late,
        status: row.status,
        repayment: row.is_repayment,
        dueAtMs: row.repayment_time?.getTime() ?? null,
      },
    ]),
  );
}

/** How an application was decided. */
export interface DecidedLoan {
  readonly id: string;
  readonly status: Exclude<LoanStatus, 1>;
  /** Null for who cancelled. */
  readonly by: string | null;
  readonly remark: string;
  /** Null unless approved. */
  readonly dueAtMs: number | null;
  readonly atMs: number;
}
const decideAll = sql<never>(
  'loans.decide',
  `
  update loan l set status = t.status, decided_by = t.by, remark = t.remark, repayment_time = t.due, decided_at = t.at
  from unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::text[], $5::timestamptz[], $6::timestamptz[]) as t (id, status, by, remark, due, at) where l.id = t.id`,
);

/** Writes how applications were decided. */
export async function decideLoans(tx: Tx, rows: readonly DecidedLoan[]): Promise<void> {
  await tx.run(decideAll, [
    rows.map(({ id }) => id),
    rows.map(({ status }) => status),
    rows.map(({ by }) => by),
    rows.map(({ remark }) => remark),
    rows.map((row) => (row.dueAtMs === null ? null : new Date(row.dueAtMs))),
    rows.map(({ atMs }) => new Date(atMs)),
  ]);
}

const repaidAll = sql<never>(
  'loans.repaid',
  `
  update loan l set is_repayment = 1, repaid_at = $4, repaid_by_member = t.by_member, late_interest = t.late
  from unnest($1::bigint[], $2::boolean[], $3::numeric[]) as t (id, by_member, late) where l.id = t.id`,
);

/** Writes that loans were repaid at `at`, with what they cost for being late. */
export async function repaidLoans(
  tx: Tx,
  rows: readonly { readonly id: string; readonly byMember: boolean; readonly late: Amount }[],
  at: Date,
): Promise<void> {
  await tx.run(repaidAll, [
    rows.map(({ id }) => id),
    rows.map(({ byMember }) => byMember),
    rows.map(({ late }) => format(late)),
    at,
  ]);
}

const overdueAll = sql<never>(
  'loans.overdue',
  'update loan set is_repayment = 2, overdue_at = $2 where id = any($1::bigint[])',
);

/** Writes that loans could not be collected at `at`. */
export async function overdueLoans(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  await tx.run(overdueAll, [ids, at]);
}

const due = sql<{ id: string }>(
  'loans.due',
  `
  select id from loan where status = 2 and is_repayment = 0 and repayment_time <= $1 order by repayment_time, id limit $2`,
);
const nextDue = sql<{ at: Date | null }>(
  'loans.nextDue',
  'select min(repayment_time) as at from loan where status = 2 and is_repayment = 0',
);
const payable = sql<{ id: string }>(
  'loans.payable',
  `
  select l.id from loan l join ledger_account a on a.member_id = l.member_id and a.type = 1 and a.coin_id = l.coin_id
  where l.is_repayment = 2
    -- Never more than it owes: who lacks the last unit is looked at and left.
    and a.available >= l.total + case when l.runs_late then trunc(l.amount * l.interest_rate * 0.01 * greatest(0, floor(extract(epoch from ($2 - l.repayment_time)) / 86400)), l.decimals) else 0 end
  order by l.id limit $1`,
);
const debtors = sql<{ member_id: string }>(
  'loans.debtors',
  'select distinct member_id from loan where is_repayment = 2',
);

/** Loans to be collected by `nowMs`, the longest due first. */
export const readDue = async (query: Query, nowMs: number, most: number): Promise<string[]> =>
  (await query.run(due, [new Date(nowMs), most])).map(({ id }) => id);
/** When the next loan is to be collected; null when none is out. */
export const readNextDueMs = async (query: Query): Promise<number | null> =>
  (await query.run(nextDue))[0]?.at?.getTime() ?? null;
/** Overdue loans whose members have what they owe on them by `nowMs`, the oldest first. */
export const readPayable = async (query: Query, nowMs: number, most: number): Promise<string[]> =>
  (await query.run(payable, [most, new Date(nowMs)])).map(({ id }) => id);
/** Members with an overdue loan. */
export const readDebtors = async (query: Query): Promise<string[]> =>
  (await query.run(debtors)).map(({ member_id }) => member_id);
