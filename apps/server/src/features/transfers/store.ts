import type { MemberTransferStatus } from '@plimsoll/contract/transfers';
import { amount, format, rate } from '@plimsoll/money';
import { sql, type Query, type Tx } from '../../platform/db.ts';
import type { Moved, PlacedTransfer } from './member-transfer.ts';
import type { SendingTerms } from './terms.ts';

const findByName = sql<{ id: string; username: string }>(
  'transfers.findReceiver',
  'select id, username from member where username = $1 and id <> $2 and not frozen',
);

/** Whom `memberId` could send to under this username, taken exactly. */
export const findReceiver = async (
  query: Query,
  username: string,
  memberId: string,
): Promise<{ id: string; username: string } | undefined> => (await query.run(findByName, [username, memberId]))[0];

const terms = sql<{ id: string; decimals: number; internal_transfer_sxf: string; internal_transfer_days: number }>(
  'transfers.coinTerms',
  'select id, decimals, internal_transfer_sxf, internal_transfer_days from coin where id = any($1::bigint[])',
);

/** What sending these coins costs and takes at this moment, by coin. */
export async function readTerms(query: Query, coinIds: readonly string[]): Promise<Map<string, SendingTerms>> {
  const rows = await query.run(terms, [coinIds]);
  return new Map(
    rows.map((row) => [
      row.id,
      { rate: rate(row.internal_transfer_sxf), days: row.internal_transfer_days, decimals: row.decimals },
    ]),
  );
}

/** A member as a transfer sees one. */
export interface Party {
  readonly username: string;
  readonly frozen: boolean;
}
const parties = sql<Party & { id: string }>(
  'transfers.parties',
  'select id, username, frozen from member where id = any($1::bigint[])',
);

/** These members, by id; those that do not exist are left out. */
export const readParties = async (query: Query, ids: readonly string[]): Promise<Map<string, Party>> =>
  new Map((await query.run(parties, [[...new Set(ids)]])).map((row) => [row.id, row]));

const takeIds = sql<{ id: string }>(
  'transfers.takeIds',
  `select nextval('member_transfer_id_seq') as id from generate_series(1, $1)`,
);

/** Numbers for transfers about to be placed, rising. */
export const takeTransferIds = async (tx: Tx, count: number): Promise<string[]> =>
  (await tx.run(takeIds, [count])).map(({ id }) => id);

const insertAll = sql<never>(
  'transfers.insert',
  `
  insert into member_transfer (id, member_id, to_member_id, coin_id, amount, rate, decimals, fee, net, days, placed_at, arrives_at, status, ended_at)
  select id, sender, receiver, coin, amount, rate, decimals, fee, net, days, placed_at, arrives_at,
    case when days = 0 then 2 else 1 end, case when days = 0 then placed_at end
  from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::numeric[], $6::numeric[], $7::smallint[], $8::numeric[], $9::numeric[], $10::int[],
    $11::timestamptz[], $12::timestamptz[]) as t (id, sender, receiver, coin, amount, rate, decimals, fee, net, days, placed_at, arrives_at)`,
);

/** Writes transfers as they are placed: arrived where there is no wait, else on their way. */
export async function insertTransfers(tx: Tx, rows: readonly PlacedTransfer[]): Promise<void> {
  await tx.run(insertAll, [
    rows.map((row) => row.id),
    rows.map((row) => row.memberId),
    rows.map((row) => row.toMemberId),
    rows.map((row) => row.coinId),
    rows.map((row) => format(row.amount)),
    rows.map((row) => format(row.rate)),
    rows.map((row) => row.decimals),
    rows.map((row) => format(row.fee)),
    rows.map((row) => format(row.net)),
    rows.map((row) => row.days),
    rows.map((row) => new Date(row.placedAtMs)),
    rows.map((row) => new Date(row.arrivesAtMs)),
  ]);
}

/** A transfer as its end sees it. */
export interface TransferToEnd extends Moved {
  readonly status: MemberTransferStatus;
  readonly arrivesAtMs: number;
  readonly coin: string;
  readonly from: string;
}
interface LockedRow {
  id: string;
  member_id: string;
  to_member_id: string;
  coin_id: string;
  amount: string;
  fee: string;
  net: string;
  status: MemberTransferStatus;
  arrives_at: Date;
  coin: string;
  username: string;
}
const lock = sql<LockedRow>(
  'transfers.lock',
  `
  select t.id, t.member_id, t.to_member_id, t.coin_id, t.amount, t.fee, t.net, t.status, t.arrives_at, c.title as coin, w.username
  from member_transfer t join coin c on c.id = t.coin_id join member w on w.id = t.member_id
  where t.id = any($1::bigint[]) order by t.id for update of t`,
);

/** These transfers, nobody else's to end until the transaction does; those that do not exist are left out. */
export async function lockTransfers(tx: Tx, ids: readonly string[]): Promise<Map<string, TransferToEnd>> {
  const rows = await tx.run(lock, [ids]);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        memberId: row.member_id,
        toMemberId: row.to_member_id,
        coinId: row.coin_id,
        amount: amount(row.amount),
        fee: amount(row.fee),
        net: amount(row.net),
        status: row.status,
        arrivesAtMs: row.arrives_at.getTime(),
        coin: row.coin,
        from: row.username,
      },
    ]),
  );
}

/** How a transfer ended. */
export interface Ended {
  readonly id: string;
  readonly status: 2 | 3;
  readonly atMs: number;
}
const endAll = sql<never>(
  'transfers.end',
  `
  update member_transfer t set status = e.status, ended_at = e.at
  from unnest($1::bigint[], $2::smallint[], $3::timestamptz[]) as e (id, status, at) where t.id = e.id`,
);

/** Writes how transfers ended. */
export async function endTransfers(tx: Tx, rows: readonly Ended[]): Promise<void> {
  await tx.run(endAll, [
    rows.map(({ id }) => id),
    rows.map(({ status }) => status),
    rows.map(({ atMs }) => new Date(atMs)),
  ]);
}

const due = sql<{ id: string }>(
  'transfers.due',
  `
  select id from member_transfer where status = 1 and arrives_at <= $1 order by arrives_at, id limit $2`,
);
const nextDue = sql<{ at: Date | null }>(
  'transfers.nextDue',
  'select min(arrives_at) as at from member_transfer where status = 1',
);

/** Transfers that arrive by `nowMs`, the longest due first. */
export const readDue = async (query: Query, nowMs: number, most: number): Promise<string[]> =>
  (await query.run(due, [new Date(nowMs), most])).map(({ id }) => id);
/** When the next transfer arrives; null when none is on its way. */
export const readNextDueMs = async (query: Query): Promise<number | null> =>
  (await query.run(nextDue))[0]?.at?.getTime() ?? null;
