import type { AccountType } from '@plimsoll/contract';
import { amount, type Amount } from '@plimsoll/money';
import { id, smallint } from '../platform/db-columns.ts';
import { rowsOf } from '../platform/db-rows.ts';
import { sql, type Query } from '../platform/db.ts';
import { accountKey } from './accounts.ts';
import type { Account, House } from './journal.ts';

/** A member's balance of one account and coin. */
export interface Balance {
  readonly type: AccountType;
  readonly coinId: string;
  readonly available: Amount;
  readonly frozen: Amount;
}

const ofMember = sql<{ type: AccountType; coin_id: string; available: string; frozen: string }>(
  'ledger.balances',
  'select type, coin_id, available, frozen from ledger_account where member_id = $1',
);

/** All balances of a member; accounts not listed are at zero. */
export async function balancesOf(query: Query, memberId: string): Promise<Balance[]> {
  const rows = await query.run(ofMember, [memberId]);
  return rows.map((row) => ({
    type: row.type,
    coinId: row.coin_id,
    available: amount(row.available),
    frozen: amount(row.frozen),
  }));
}

const ACCOUNTS = rowsOf({ memberId: id('member'), type: smallint, coinId: id('coin') });
const inAccounts = sql<{ member_id: string; type: AccountType; coin_id: string; available: string }>(
  'ledger.availableIn',
  `
  select a.member_id, a.type, a.coin_id, a.available from ${ACCOUNTS.unnest('w', 1)}
  join ledger_account a on a.member_id = w.member_id and a.type = w.type and a.coin_id = w.coin_id`,
);

/** A member's own account. */
export type MemberAccount = Extract<Account, { memberId: string }>;

/** What is available in these accounts, by {@link accountKey}; unused ones are left out. */
export async function availableIn(query: Query, accounts: readonly MemberAccount[]): Promise<Map<string, Amount>> {
  const rows = await query.run(inAccounts, ACCOUNTS.arrays(accounts));
  return new Map(
    rows.map((row) => [
      accountKey({ memberId: row.member_id, type: row.type, coinId: row.coin_id }),
      amount(row.available),
    ]),
  );
}

const wholeIn = sql<{ member_id: string; type: AccountType; coin_id: string; available: string; frozen: string }>(
  'ledger.balancesIn',
  `
  select a.member_id, a.type, a.coin_id, a.available, a.frozen from ${ACCOUNTS.unnest('w', 1)}
  join ledger_account a on a.member_id = w.member_id and a.type = w.type and a.coin_id = w.coin_id`,
);

/** The balances of these accounts; unused ones are left out. */
export async function balancesIn(
  query: Query,
  accounts: readonly MemberAccount[],
): Promise<(Balance & { readonly memberId: string })[]> {
  const rows = await query.run(wholeIn, ACCOUNTS.arrays(accounts));
  return rows.map((row) => ({
    memberId: row.member_id,
    type: row.type,
    coinId: row.coin_id,
    available: amount(row.available),
    frozen: amount(row.frozen),
  }));
}

const ofHouse = sql<{ coin_id: string; available: string }>(
  'ledger.houseAvailable',
  'select coin_id, available from ledger_account where house = $1 and coin_id = any($2)',
);

/** A house account's balances of these coins; unused ones are left out. */
export async function houseAvailable(
  query: Query,
  house: House,
  coinIds: readonly string[],
): Promise<Map<string, Amount>> {
  return new Map((await query.run(ofHouse, [house, coinIds])).map((row) => [row.coin_id, amount(row.available)]));
}
