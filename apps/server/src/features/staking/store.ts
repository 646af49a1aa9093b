import { STAKE_STATUS, type StakeStatus } from '@plimsoll/contract/codes/staking';
import type { Amount } from '@plimsoll/money';
import { amountOf, atMs, id, int, numbered, rateOf, smallint } from '../../platform/db-columns.ts';
import { rowsOf, type Stored } from '../../platform/db-rows.ts';
import { sql, type Query, type Tx } from '../../platform/db.ts';
import type { PlacedStake } from './stake.ts';

const takeIds = sql<{ id: string }>(
  'staking.takeIds',
  `select nextval('stake_id_seq') as id from generate_series(1, $1)`,
);

/** Takes ascending ids for new stakes. */
export const takeStakeIds = async (tx: Tx, count: number): Promise<string[]> =>
  (await tx.run(takeIds, [count])).map(({ id }) => id);

const frozen = sql<{ id: string }>(
  'staking.frozenMembers',
  'select id from member where id = any($1::bigint[]) and frozen',
);

/** Which of these members are frozen. */
export const frozenAmong = async (query: Query, memberIds: readonly string[]): Promise<Set<string>> =>
  new Set((await query.run(frozen, [memberIds])).map(({ id }) => id));

const STAKES = rowsOf({
  id: id('stake'),
  memberId: id('member'),
  infoId: id('staking info'),
  coinId: id('coin'),
  type: smallint,
  days: int,
  rate: rateOf.named('interest_rate'),
  decimals: smallint,
  amount: amountOf,
  revenue: amountOf,
  placedAtMs: atMs.named('placed_at'),
  endsAtMs: atMs.named('ends_at'),
});
const insertAll = sql<never>(
  'staking.insert',
  `insert into stake (${STAKES.columns}) select * from ${STAKES.unnest('t', 1)}`,
);

/** Inserts stakes. */
export async function insertStakes(tx: Tx, rows: readonly PlacedStake[]): Promise<void> {
  await tx.run(insertAll, STAKES.arrays(rows));
}

/** A stake, as its end needs it. */
export interface StakeToEnd extends Omit<PlacedStake, 'infoId'> {
  readonly status: StakeStatus;
  readonly coin: string;
}
const LOCKED = rowsOf({
  id: id('stake'),
  memberId: id('member'),
  coinId: id('coin'),
  type: numbered<PlacedStake['type']>(),
  days: int,
  rate: rateOf.named('interest_rate'),
  decimals: smallint,
  amount: amountOf,
  revenue: amountOf,
  placedAtMs: atMs.named('placed_at'),
  endsAtMs: atMs.named('ends_at'),
  status: numbered<StakeStatus>(),
});
const lock = sql<Stored<typeof LOCKED> & { coin: string }>(
  'staking.lock',
  `
  select ${LOCKED.of('s')}, c.title as coin
  from stake s join coin c on c.id = s.coin_id where s.id = any($1::bigint[]) order by s.id for update of s`,
);

/** Locks these stakes until the transaction ends; missing ones are left out. */
export async function lockStakes(tx: Tx, ids: readonly string[]): Promise<Map<string, StakeToEnd>> {
  const stakes = (await tx.run(lock, [ids])).map((row) => ({ ...LOCKED.read(row), coin: row.coin }));
  return new Map(stakes.map((stake) => [stake.id, stake]));
}

/** How a stake ended. */
export interface Ended {
  readonly id: string;
  readonly status: 1 | 2;
  /** Besides the principal. */
  readonly paid: Amount;
  readonly atMs: number;
}
const ENDS = rowsOf({ id: id('stake'), status: smallint, paid: amountOf, atMs: atMs.named('at') });
const endAll = sql<never>(
  'staking.end',
  `
  update stake s set status = e.status, paid = e.paid, ended_at = e.at
  from ${ENDS.unnest('e', 1)} where s.id = e.id`,
);

/** Stores how stakes ended. */
export async function endStakes(tx: Tx, rows: readonly Ended[]): Promise<void> {
  await tx.run(endAll, ENDS.arrays(rows));
}

const due = sql<{ id: string }>(
  'staking.due',
  `select id from stake where status = ${STAKE_STATUS.active} and ends_at <= $1 order by ends_at, id limit $2`,
);
const nextDue = sql<{ at: Date | null }>(
  'staking.nextDue',
  `select min(ends_at) as at from stake where status = ${STAKE_STATUS.active}`,
);

/** Stakes due by `nowMs`, the longest due first. */
export const readDue = async (query: Query, nowMs: number, most: number): Promise<string[]> =>
  (await query.run(due, [new Date(nowMs), most])).map(({ id }) => id);
/** When the next stake ends; null when none is active. */
export const readNextDueMs = async (query: Query): Promise<number | null> =>
  (await query.run(nextDue))[0]?.at?.getTime() ?? null;
