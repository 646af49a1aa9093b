import { MEMBER_TRANSFER_STATUS, type MemberTransferStatus } from '@plimsoll/contract/codes/transfers';
import { rate } from '@plimsoll/money';
import { amountOf, atMs, id, int, numbered, rateOf, smallint } from '../../platform/db-columns.ts';
import { rowsOf, type Stored } from '../../platform/db-rows.ts';
import { sql, type Query, type Tx } from '../../platform/db.ts';
import type { Moved, PlacedTransfer } from './member-transfer.ts';
import type { SendingTerms } from './terms.ts';

const findByName = sql<{ id: string; username: string }>(
  'transfers.findReceiver',
  'select id, username from member where username = $1 and id <> $2 and not frozen',
);

/** The receiver with exactly this username, other than `memberId`. */
export const findReceiver = async (
  query: Query,
  username: string,
  memberId: string,
): Promise<{ id: string; username: string } | undefined> => (await query.run(findByName, [username, memberId]))[0];

/** A sender's newest transfers that are searched. */
const LOOKED_AT = 1000;
const timesSent = sql<{ times: number }>(
  'transfers.timesSent',
  `
  select count(*)::int as times from (
    select to_member_id, status from member_transfer where member_id = $1 order by id desc limit ${LOOKED_AT}) sent
  where to_member_id = $2 and status <> ${MEMBER_TRANSFER_STATUS.cancelled}`,
);

/** How often a member has sent to another, cancelled transfers aside. */
export const readTimesSent = async (query: Query, memberId: string, toMemberId: string): Promise<number> =>
  (await query.run(timesSent, [memberId, toMemberId]))[0]?.times ?? 0;

const terms = sql<{ id: string; decimals: number; internal_transfer_fee: string; internal_transfer_days: number }>(
  'transfers.coinTerms',
  'select id, decimals, internal_transfer_fee, internal_transfer_days from coin where id = any($1::bigint[])',
);

/** Current terms of sending these coins, by coin. */
export async function readTerms(query: Query, coinIds: readonly string[]): Promise<Map<string, SendingTerms>> {
  const rows = await query.run(terms, [coinIds]);
  return new Map(
    rows.map((row) => [
      row.id,
      { rate: rate(row.internal_transfer_fee), days: row.internal_transfer_days, decimals: row.decimals },
    ]),
  );
}

/** A sender or receiver. */
export interface Party {
  readonly username: string;
  readonly frozen: boolean;
}
const parties = sql<Party & { id: string }>(
  'transfers.parties',
  'select id, username, frozen from member where id = any($1::bigint[])',
);

/** These members, by id; missing ones are left out. */
export const readParties = async (query: Query, ids: readonly string[]): Promise<Map<string, Party>> =>
  new Map((await query.run(parties, [[...new Set(ids)]])).map((row) => [row.id, row]));

const takeIds = sql<{ id: string }>(
  'transfers.takeIds',
  `select nextval('member_transfer_id_seq') as id from generate_series(1, $1)`,
);

/** Takes ascending ids for new transfers. */
export const takeTransferIds = async (tx: Tx, count: number): Promise<string[]> =>
  (await tx.run(takeIds, [count])).map(({ id }) => id);

const TRANSFERS = rowsOf({
  id: id('transfer'),
  memberId: id('member'),
  toMemberId: id('member'),
  coinId: id('coin'),
  amount: amountOf,
  rate: rateOf,
  decimals: smallint,
  fee: amountOf,
  net: amountOf,
  days: int,
  placedAtMs: atMs.named('placed_at'),
  arrivesAtMs: atMs.named('arrives_at'),
});
const insertAll = sql<never>(
  'transfers.insert',
  `
  insert into member_transfer (${TRANSFERS.columns}, status, ended_at)
  select t.*, case when days = 0 then ${MEMBER_TRANSFER_STATUS.finished} else ${MEMBER_TRANSFER_STATUS.transferring} end,
    case when days = 0 then placed_at end
  from ${TRANSFERS.unnest('t', 1)}`,
);

/** Inserts transfers: arrived without a wait, else under way. */
export async function insertTransfers(tx: Tx, rows: readonly PlacedTransfer[]): Promise<void> {
  await tx.run(insertAll, TRANSFERS.arrays(rows));
}

/** A transfer, as its end needs it. */
export interface TransferToEnd extends Moved {
  readonly status: MemberTransferStatus;
  readonly arrivesAtMs: number;
  readonly coin: string;
  readonly from: string;
}
const LOCKED = rowsOf({
  id: id('transfer'),
  memberId: id('member'),
  toMemberId: id('member'),
  coinId: id('coin'),
  amount: amountOf,
  fee: amountOf,
  net: amountOf,
  status: numbered<MemberTransferStatus>(),
  arrivesAtMs: atMs.named('arrives_at'),
});
const lock = sql<Stored<typeof LOCKED> & { coin: string; username: string }>(
  'transfers.lock',
  `
  select ${LOCKED.of('t')}, c.title as coin, w.username
  from member_transfer t join coin c on c.id = t.coin_id join member w on w.id = t.member_id
  where t.id = any($1::bigint[]) order by t.id for update of t`,
);

/** Locks these transfers until the transaction ends; missing ones are left out. */
export async function lockTransfers(tx: Tx, ids: readonly string[]): Promise<Map<string, TransferToEnd>> {
  const rows = await tx.run(lock, [ids]);
  const transfers = rows.map((row) => ({ ...LOCKED.read(row), coin: row.coin, from: row.username }));
  return new Map(transfers.map((transfer) => [transfer.id, transfer]));
}

/** How a transfer ended. */
export interface Ended {
  readonly id: string;
  readonly status: 2 | 3;
  readonly atMs: number;
}
const ENDS = rowsOf({ id: id('transfer'), status: smallint, atMs: atMs.named('at') });
const endAll = sql<never>(
  'transfers.end',
  `
  update member_transfer t set status = e.status, ended_at = e.at
  from ${ENDS.unnest('e', 1)} where t.id = e.id`,
);

/** Stores how transfers ended. */
export async function endTransfers(tx: Tx, rows: readonly Ended[]): Promise<void> {
  await tx.run(endAll, ENDS.arrays(rows));
}

const due = sql<{ id: string }>(
  'transfers.due',
  `
  select id from member_transfer
  where status = ${MEMBER_TRANSFER_STATUS.transferring} and arrives_at <= $1 order by arrives_at, id limit $2`,
);
const nextDue = sql<{ at: Date | null }>(
  'transfers.nextDue',
  `select min(arrives_at) as at from member_transfer where status = ${MEMBER_TRANSFER_STATUS.transferring}`,
);

/** Transfers due by `nowMs`, the longest due first. */
export const readDue = async (query: Query, nowMs: number, most: number): Promise<string[]> =>
  (await query.run(due, [new Date(nowMs), most])).map(({ id }) => id);
/** When the next transfer arrives; null when none is under way. */
export const readNextDueMs = async (query: Query): Promise<number | null> =>
  (await query.run(nextDue))[0]?.at?.getTime() ?? null;
