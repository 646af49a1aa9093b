import type { AccountType } from '@plimsoll/contract';
import { amountOf, id, smallint } from '../../platform/db-columns.ts';
import { rowsOf } from '../../platform/db-rows.ts';
import { sql, type Query, type Statement, type Tx } from '../../platform/db.ts';
import { knowsName } from '../transfers/index.ts';
import type { OwnTransferRow } from './own-transfer.ts';

const takeIds = sql<{ id: string }>(
  'assets.takeTransferIds',
  `select nextval('account_transfer_id_seq') as id from generate_series(1, $1)`,
);

/** Numbers for new transfers, rising. */
export async function takeTransferIds(tx: Tx, count: number): Promise<string[]> {
  return (await tx.run(takeIds, [count])).map((row) => row.id);
}

const TRANSFERS = rowsOf({
  id: id('transfer'),
  memberId: id('member'),
  coinId: id('coin'),
  from: smallint.named('from_type'),
  to: smallint.named('to_type'),
  amount: amountOf,
});
const insertAll = sql<never>(
  'assets.insertTransfers',
  `
  insert into account_transfer (${TRANSFERS.columns}, at)
  select t.*, $1::timestamptz from ${TRANSFERS.unnest('t', 2)}`,
);

/** Writes transfers made at `at`. */
export async function insertTransfers(tx: Tx, rows: readonly OwnTransferRow[], at: Date): Promise<void> {
  await tx.run(insertAll, [at, ...TRANSFERS.arrays(rows)]);
}

export interface Wanted {
  readonly memberId: string;
  readonly coinId: string | null;
  readonly type: AccountType | null;
  readonly limit: number;
  readonly offset: number;
}

export interface TransferListed {
  id: string;
  coin: string;
  amount: string;
  from_type: AccountType;
  to_type: AccountType;
  at: Date;
}

const transferPage = (name: string, ofCoin: string) =>
  sql<TransferListed>(
    name,
    `
  select t.id, c.title as coin, t.amount, t.from_type, t.to_type, t.at
  from (
    select * from account_transfer
    where member_id = $1 and ${ofCoin} and ($3::smallint is null or $3 in (from_type, to_type))
    order by id desc limit $4 offset $5) t
  join coin c on c.id = t.coin_id
  order by t.id desc`,
  );
// Two statements, so that each reads its own index in order.
const transfersOfAll = transferPage('assets.transfers', '$2::bigint is null');
const transfersOfCoin = transferPage('assets.transfersOfCoin', 'coin_id = $2::bigint');

/** A page of a member's transfers, newest first. */
export const readTransfers = (
  query: Query,
  { memberId, coinId, type, limit, offset }: Wanted,
): Promise<TransferListed[]> =>
  query.run(coinId === null ? transfersOfAll : transfersOfCoin, [memberId, coinId, type, limit, offset]);

export interface BillListed {
  journal_id: string;
  line: number;
  is_income: boolean;
  amount: string;
  coin_id: string;
  coin: string;
  type: AccountType;
  kind: string;
  at: Date;
  other_type: AccountType | null;
  other_house: string | null;
  other_member: string | null;
  /** Whether the member may read that username. */
  other_known: boolean;
}

type Order = 'asc' | 'desc';

/** Lines from and to each account, each read from its index as far as the page reaches, which is `$4`. */
const billPage = (name: string, order: Order, bound: string): Statement<BillListed> =>
  sql(
    name,
    `
  select l.journal_id, l.line, l.is_income, l.amount, l.coin_id, l.coin, l.type, j.cause_kind as kind, j.at, o.type as other_type, o.house as other_house, w.username as other_member,
    o.member_id = $1 or ${knowsName('$1', 'o.member_id')} as other_known
  from (
    select t.*, c.title as coin, a.coin_id, a.type
    from ledger_account a
    join coin c on c.id = a.coin_id
    cross join lateral (
      (select journal_id, line, false as is_income, amount, to_account as other from ledger_transfer
       where from_account = a.id and from_account <> to_account ${bound} order by from_account, journal_id ${order}, line ${order} limit $4)
      union all
      (select journal_id, line, true, amount, from_account from ledger_transfer
       where to_account = a.id and from_account <> to_account ${bound} order by to_account, journal_id ${order}, line ${order} limit $4)
    ) t
    where a.member_id = $1 and ($2::bigint is null or a.coin_id = $2) and ($3::smallint is null or a.type = $3)
    order by t.journal_id ${order}, t.line ${order}, t.is_income ${order} limit $5 offset $6
  ) l
  join ledger_journal j on j.id = l.journal_id
  join ledger_account o on o.id = l.other
  left join member w on w.id = o.member_id
  order by l.journal_id desc, l.line desc, l.is_income desc`,
  );
const bills = billPage('assets.bills', 'desc', '');
const billsUpTo = billPage('assets.billsUpTo', 'desc', 'and journal_id <= $7');
const billsAfter = billPage('assets.billsAfter', 'asc', 'and journal_id > $7');

/** A page of the changes of a member's balances, newest first. */
export const readBills = (query: Query, { memberId, coinId, type, limit, offset }: Wanted): Promise<BillListed[]> =>
  query.run(bills, [memberId, coinId, type, offset + limit, limit, offset]);

/** A member's `count` last changes up to a journal and first ones after it, newest first. */
export async function readBillsAround(
  query: Query,
  memberId: string,
  { journal, count }: { readonly journal: number; readonly count: number },
): Promise<BillListed[]> {
  const wanted = [memberId, null, null, count, count, 0, journal];
  const [after, before] = await Promise.all([query.run(billsAfter, wanted), query.run(billsUpTo, wanted)]);
  return [...after, ...before];
}

/** A line of a journal. */
export interface BillPlace {
  readonly journal: bigint;
  readonly line: number;
}

/** Which changes of a member's accounts of one type are read, by time. */
interface BillsBetween {
  readonly memberId: string;
  readonly coinId: string | null;
  readonly type: AccountType;
  readonly from: Date | null;
  readonly to: Date | null;
  /** Only this one and earlier ones. */
  readonly begin: BillPlace | null;
  readonly limit: number;
}

/** How much the clocks of processes may differ: journals rise in number and, but for that, in time. */
const CLOCKS_DIFFER_MS = 600_000;

/** The number of the first journal at `$1` or later, found by halving. */
const firstJournal = sql<{ id: string }>(
  'assets.firstJournal',
  `
  with recursive half(low, high) as (
    select coalesce(min(id), 1), coalesce(max(id), 0) + 1 from ledger_journal
    union all
    select case when j.at < $1 then j.id + 1 else h.low end, case when j.at < $1 then h.high else h.low + (h.high - h.low) / 2 end
    from half h cross join lateral (
      select id, at from ledger_journal where id >= h.low + (h.high - h.low) / 2 order by id limit 1) j
    where h.low < h.high
  )
  select low as id from half where low >= high`,
);
async function journalAt(query: Query, atMs: number): Promise<bigint> {
  const [row] = await query.run(firstJournal, [new Date(atMs)]);
  return BigInt(row?.id ?? 0);
}

const billsBetween = billPage(
  'assets.billsBetween',
  'desc',
  `and journal_id between $7 and $8 and ($9::bigint is null or (journal_id, line) <= ($9, $10::smallint))
       and exists (select from ledger_journal j where j.id = journal_id
         and j.at >= coalesce($11::timestamptz, '-infinity') and j.at <= coalesce($12::timestamptz, 'infinity'))`,
);
const MAX_JOURNAL = 9_223_372_036_854_775_807n;

/** The changes of a member's accounts of one type in a time, newest first. */
export async function readBillsBetween(query: Query, wanted: BillsBetween): Promise<BillListed[]> {
  const { memberId, coinId, type, from, to, begin, limit } = wanted;
  const [low, high] = await Promise.all([
    from ? journalAt(query, from.getTime() - CLOCKS_DIFFER_MS) : 0n,
    to ? journalAt(query, to.getTime() + CLOCKS_DIFFER_MS) : MAX_JOURNAL,
  ]);
  const top = begin && begin.journal < high ? begin.journal : high;
  return query.run(billsBetween, [
    memberId,
    coinId,
    type,
    limit,
    limit,
    0,
    low,
    top,
    begin?.journal ?? null,
    begin?.line ?? null,
    from,
    to,
  ]);
}

const billCount = sql<{ count: number }>(
  'assets.countBills',
  `
  select count(*)::int as count from (
    select from ledger_account a cross join lateral (
      (select from ledger_transfer where from_account = a.id and from_account <> to_account limit $4)
      union all
      (select from ledger_transfer where to_account = a.id and from_account <> to_account limit $4)
    ) t
    where a.member_id = $1 and ($2::bigint is null or a.coin_id = $2) and ($3::smallint is null or a.type = $3) limit $4) counted`,
);

/** How many changes there are, counted up to `max`. */
export const countBills = async (
  query: Query,
  { memberId, coinId, type }: Omit<Wanted, 'limit' | 'offset'>,
  max: number,
): Promise<number> => (await query.run(billCount, [memberId, coinId, type, max]))[0]?.count ?? 0;
