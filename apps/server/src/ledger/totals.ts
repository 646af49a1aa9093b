import { amount, type Amount } from '@plimsoll/money';
import type { AccountType } from '@plimsoll/contract';
import { sql, type Query } from '../platform/db.ts';
import type { ReadAccount } from './browse.ts';
import type { House } from './journal.ts';

/** Totals of a coin, frozen parts included. */
export interface CoinTotals {
  readonly coinId: string;
  readonly coin: string;
  readonly members: Amount;
  readonly house: Readonly<Partial<Record<House, Amount>>>;
}

// One statement is one snapshot.
const totals = sql<{ coin_id: string; coin: string; house: House | null; total: string }>(
  'ledger.totals',
  `
  select c.id as coin_id, c.title as coin, s.house, coalesce(s.total, 0) as total
  from coin c left join (select coin_id, house, sum(available + frozen) as total from ledger_account group by coin_id, house) s on s.coin_id = c.id
  order by c.sort, c.id`,
);

/** What members and house accounts have of every coin, at one moment. Reads every account. */
export async function totalsByCoin(query: Query): Promise<CoinTotals[]> {
  const coins = new Map<
    string,
    { coinId: string; coin: string; members: Amount; house: Partial<Record<House, Amount>> }
  >();
  for (const row of await query.run(totals)) {
    const coin = coins.get(row.coin_id) ?? { coinId: row.coin_id, coin: row.coin, members: amount('0'), house: {} };
    coins.set(row.coin_id, coin);
    if (row.house === null) coin.members = amount(row.total);
    else coin.house[row.house] = amount(row.total);
  }
  return [...coins.values()];
}

/** An account with what is in it. */
export interface HeldAccount extends ReadAccount {
  readonly coinId: string;
  readonly available: Amount;
  readonly frozen: Amount;
}

interface AccountRow {
  id: string;
  member_id: string | null;
  type: AccountType | null;
  house: House | null;
  coin_id: string;
  available: string;
  frozen: string;
}
const COLUMNS = 'id, member_id, type, house, coin_id, available, frozen';
const ofMember = sql<AccountRow>(
  'ledger.accountsOfMember',
  `select ${COLUMNS} from ledger_account where member_id = $1 order by type, coin_id`,
);
const ofHouse = sql<AccountRow>(
  'ledger.accountsOfHouse',
  `
  select ${COLUMNS} from ledger_account where house is not null and ($1::text is null or house = $1) order by house, coin_id`,
);

/** Accounts of a member, of one house name, or of all house names. */
export async function readAccounts(
  query: Query,
  whose: { readonly memberId: string } | { readonly house: House | null },
): Promise<HeldAccount[]> {
  const rows =
    'memberId' in whose ? await query.run(ofMember, [whose.memberId]) : await query.run(ofHouse, [whose.house]);
  return rows.map((row) => ({
    id: row.id,
    memberId: row.member_id,
    type: row.type,
    house: row.house,
    coinId: row.coin_id,
    available: amount(row.available),
    frozen: amount(row.frozen),
  }));
}

const head = sql<{ batches: string; journals: string; hash: string }>(
  'ledger.head',
  `
  select batch_id as batches, journal_id as journals, encode(hash, 'hex') as hash from ledger_head`,
);
/** The head of the chain: number of links and journals, and the last hash. */
export async function readHead(query: Query): Promise<{ batches: string; journals: string; hash: string }> {
  const [row] = await query.run(head);
  if (!row) throw new Error('the chain has no end');
  return row;
}
