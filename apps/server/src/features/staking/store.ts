import type { StakeStatus } from '@plimsoll/contract/staking';
import { amount, format, rate, type Amount } from '@plimsoll/money';
import { sql, type Query, type Tx } from '../../platform/db.ts';
import type { PlacedStake } from './stake.ts';

const takeIds = sql<{ id: string }>(
  'staking.takeIds',
  `select nextval('stake_id_seq') as id from generate_series(1, $1)`,
);

/** Numbers for stakes about to be placed, rising. */
export const takeStakeIds = async (tx: Tx, count: number): Promise<string[]> =>
  (await tx.run(takeIds, [count])).map(({ id }) => id);

const frozen = sql<{ id: string }>(
  'staking.frozenMembers',
  'select id from member where id = any($1::bigint[]) and frozen',
);

/** Which of these members are frozen. */
export const frozenAmong = async (query: Query, memberIds: readonly string[]): Promise<Set<string>> =>
  new Set((await query.run(frozen, [memberIds])).map(({ id }) => id));

const insertAll = sql<never>(
  'staking.insert',
  `
  insert into stake (id, member_id, info_id, coin_id, type, days, interest_rate, decimals, amount, revenue, placed_at, ends_at)
  select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::smallint[], $6::int[], $7::numeric[], $8::smallint[], $9::numeric[], $10::numeric[],
    $11::timestamptz[], $12::timestamptz[])`,
);

/** Writes stakes as they are placed. */
export async function insertStakes(tx: Tx, rows: readonly PlacedStake[]): Promise<void> {
  await tx.run(insertAll, [
    rows.map((row) => row.id),
    rows.map((row) => row.memberId),
    rows.map((row) => row.infoId),
    rows.map((row) => row.coinId),
    rows.map((row) => row.type),
    rows.map((row) => row.days),
    rows.map((row) => format(row.rate)),
    rows.map((row) => row.decimals),
    rows.map((row) => format(row.amount)),
    rows.map((row) => format(row.revenue)),
    rows.map((row) => new Date(row.placedAtMs)),
    rows.map((row) => new Date(row.endsAtMs)),
  ]);
}

/** A stake as its end sees it. */
export interface StakeToEnd extends Omit<PlacedStake, 'infoId'> {
  readonly status: StakeStatus;
  readonly coin: string;
}
interface LockedRow {
  id: string;
  member_id: string;
  coin_id: string;
  coin: string;
  type: 1 | 2;
  days: number;
  interest_rate: string;
  decimals: number;
  amount: string;
  revenue: string;
  placed_at: Date;
  ends_at: Date;
  status: StakeStatus;
}
const lock = sql<LockedRow>(
  'staking.lock',
  `
  select s.id, s.member_id, s.coin_id, c.title as coin, s.type, s.days, s.interest_rate, s.decimals, s.amount, s.revenue, s.placed_at, s.ends_at, s.status
  from stake s join coin c on c.id = s.coin_id where s.id = any($1::bigint[]) order by s.id for update of s`,
);

/** These stakes, nobody else's to end until the transaction does; those that do not exist are left out. */
export async function lockStakes(tx: Tx, ids: readonly string[]): Promise<Map<string, StakeToEnd>> {
  return new Map(
    (await tx.run(lock, [ids])).map((row) => [
      row.id,
      {
        id: row.id,
        memberId: row.member_id,
        coinId: row.coin_id,
        coin: row.coin,
        type: row.type,
        days: row.days,
        rate: rate(row.interest_rate),
        decimals: row.decimals,
        amount: amount(row.amount),
        revenue: amount(row.revenue),
        placedAtMs: row.placed_at.getTime(),
        endsAtMs: row.ends_at.getTime(),
        status: row.status,
      },
    ]),
  );
}

/** How a stake ended. */
export interface Ended {
  readonly id: string;
  readonly status: 1 | 2;
  /** Besides the principal. */
  readonly paid: Amount;
  readonly atMs: number;
}
const endAll = sql<never>(
  'staking.end',
  `
  update stake s set status = e.status, paid = e.paid, ended_at = e.at
  from unnest($1::bigint[], $2::smallint[], $3::numeric[], $4::timestamptz[]) as e (id, status, paid, at) where s.id = e.id`,
);

/** Writes how stakes ended. */
export async function endStakes(tx: Tx, rows: readonly Ended[]): Promise<void> {
  await tx.run(endAll, [
    rows.map(({ id }) => id),
    rows.map(({ status }) => status),
    rows.map(({ paid }) => format(paid)),
    rows.map(({ atMs }) => new Date(atMs)),
  ]);
}

const due = sql<{ id: string }>(
  'staking.due',
  'select id from stake where status = 0 and ends_at <= $1 order by ends_at, id limit $2',
);
const nextDue = sql<{ at: Date | null }>('staking.nextDue', 'select min(ends_at) as at from stake where status = 0');

/** Stakes that end by `nowMs`, the longest due first. */
export const readDue = async (query: Query, nowMs: number, most: number): Promise<string[]> =>
  (await query.run(due, [new Date(nowMs), most])).map(({ id }) => id);
/** When the next stake ends; null when none is active. */
export const readNextDueMs = async (query: Query): Promise<number | null> =>
  (await query.run(nextDue))[0]?.at?.getTime() ?? null;
