import { STAKE_STATUS } from '@plimsoll/contract/codes/staking';
import { MEMBER_TRANSFER_STATUS } from '@plimsoll/contract/codes/transfers';
import { LOAN_STATUS, MINING_STATUS, RECORD_STATUS, REPAYMENT } from '@plimsoll/contract';
import { amount, plus, rate, sum, ZERO, type Amount } from '@plimsoll/money';
import { lateInterest } from '@plimsoll/rules';
import { LOCK_RANK, type SharedLock, type SharedNames } from '../../ledger/index.ts';
import { sql, type Query, type Tx } from '../../platform/db.ts';

interface OwedRow {
  member_id: string;
  amount: string;
  total: string;
  interest_rate: string;
  decimals: number;
  due_at: Date;
  overdue_at: Date | null;
  runs_late: boolean;
}
const OWED = `
  select member_id, amount, total, interest_rate, decimals, due_at, overdue_at, runs_late
  from loan where member_id = any($1::bigint[]) and status = ${LOAN_STATUS.approved}
    and repayment_status <> ${REPAYMENT.repaid} and due_at <= $2
  order by id`;
const owed = sql<OwedRow>('debt.owed', OWED);
const owedHeld = sql<OwedRow>('debt.owedHeld', `${OWED} for update`);

const OPEN = `l.status = ${LOAN_STATUS.approved} and l.repayment_status <> ${REPAYMENT.repaid}`;
const lockAll = sql<never>(
  'debt.lockLoans',
  `
  with chosen as materialized (
    select unnest($1::bigint[]) as id
    union select l.id from loan l where l.member_id = any($2::bigint[]) and ${OPEN}
    union select l.id from loan d join loan l on l.member_id = d.member_id and ${OPEN} where d.id = any($1::bigint[]))
  select from loan l where l.id in (select id from chosen) order by l.id for update of l`,
);

interface Lent {
  readonly loanIds?: readonly string[];
  readonly memberIds?: readonly string[];
}

/** Locks these loans, those that their members still owe, and those that these members do, in one order. */
export const lockLent = async (tx: Tx, { loanIds = [], memberIds = [] }: Lent): Promise<void> =>
  void (await tx.run(lockAll, [loanIds, memberIds]));

const OF_MEMBER = 'of ';
const LOANS: SharedLock = {
  rank: LOCK_RANK.loans,
  lock: (tx, names) =>
    lockLent(tx, {
      loanIds: names.filter((name) => !name.startsWith(OF_MEMBER)),
      memberIds: names.flatMap((name) => (name.startsWith(OF_MEMBER) ? name.slice(OF_MEMBER.length) : [])),
    }),
};
/** The same, as a command locks them. */
export const sharedLoans = ({ loanIds = [], memberIds = [] }: Lent): SharedNames => ({
  of: LOANS,
  names: [...loanIds, ...memberIds.map((id) => OF_MEMBER + id)],
});

/** Members' debts in USDT. */
export type ReadOwed = (
  query: Query,
  memberIds: readonly string[],
  nowMs: number,
  isHeld: boolean,
) => Promise<Map<string, Amount>>;

/**
 * What each of these members owes on loans past their time, late interest included; others are omitted. `isHeld` locks
 * those loans.
 */
export const readOwed: ReadOwed = async (query, memberIds, nowMs, isHeld) => {
  const rows = await query.run(isHeld ? owedHeld : owed, [[...new Set(memberIds)], new Date(nowMs)]);
  const debts = new Map<string, Amount>();
  for (const row of rows) {
    const late = lateInterest(
      {
        amount: amount(row.amount),
        rate: rate(row.interest_rate),
        decimals: row.decimals,
        dueAtMs: row.due_at.getTime(),
        isOverdue: row.overdue_at !== null,
        runsLate: row.runs_late,
      },
      nowMs,
    );
    debts.set(row.member_id, sum([debts.get(row.member_id) ?? ZERO, amount(row.total), late]));
  }
  return debts;
};

export interface Holding {
  readonly coinId: string;
  /** Available and frozen, less what waits to be paid out or to arrive at another member. */
  readonly held: Amount;
  readonly locked: Amount;
}

// Each of these has a hold of the same amount.
const holdings = sql<{ member_id: string; coin_id: string; held: string; locked: string }>(
  'debt.holdings',
  `
  with gone as (
    select member_id, coin_id, amount from withdrawal
    where member_id = any($1::bigint[]) and status = ${RECORD_STATUS.pending}
    union all
    select member_id, coin_id, amount from member_transfer
    where member_id = any($1::bigint[]) and status = ${MEMBER_TRANSFER_STATUS.transferring}
  ), kept as (
    select member_id, coin_id, amount from mining_order
    where member_id = any($1::bigint[]) and status = ${MINING_STATUS.running}
    union all
    select member_id, coin_id, amount from stake
    where member_id = any($1::bigint[]) and status = ${STAKE_STATUS.active}
  )
  select a.member_id, a.coin_id, sum(a.available + a.frozen)
      - coalesce((select sum(g.amount) from gone g where g.member_id = a.member_id and g.coin_id = a.coin_id), 0)
      as held,
    coalesce((select sum(k.amount) from kept k where k.member_id = a.member_id and k.coin_id = a.coin_id), 0) as locked
  from ledger_account a where a.member_id = any($1::bigint[]) group by a.member_id, a.coin_id`,
);

/** What each of these members has, coin by coin. */
export async function readHoldings(query: Query, memberIds: readonly string[]): Promise<Map<string, Holding[]>> {
  const found = new Map<string, Holding[]>();
  for (const { member_id, coin_id, held, locked } of await query.run(holdings, [[...new Set(memberIds)]])) {
    found.set(member_id, [
      ...(found.get(member_id) ?? []),
      { coinId: coin_id, held: amount(held), locked: amount(locked) },
    ]);
  }
  return found;
}

/** a + b by key. */
export const addTo = (into: Map<string, Amount>, key: string, more: Amount): void => {
  into.set(key, plus(into.get(key) ?? ZERO, more));
};
