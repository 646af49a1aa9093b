import { sql } from '../../platform/db.ts';

const UNITS = (sum: string): string => `trim_scale(${sum} * 100000000)::text`;

/** The last link of the ledger's chain. */
export const readBatch = sql<{ batch_id: string }>('liabilities.batch', 'select batch_id from ledger_head');

/** Coins of which there is anything outside, and how much that is, in units of 10⁻⁸ with the other sign. */
export const readCoins = sql<{ id: string; title: string; covered: string }>(
  'liabilities.coins',
  `
  select c.id, c.title, ${UNITS('-(a.available + a.frozen)')} as covered
  from coin c
  join ledger_account a on a.coin_id = c.id and a.house = 'outside'
  where a.available + a.frozen <> 0
  order by c.id`,
);

/** What house accounts have, in units of 10⁻⁸. */
export const readHouse = sql<{ house: string; coin_id: string; units: string }>(
  'liabilities.house',
  `
  select house, coin_id, ${UNITS('(available + frozen)')} as units
  from ledger_account
  where house is not null and house <> 'outside' and available + frozen <> 0
  order by house, coin_id`,
);

export const countMembers = sql<{ count: string }>('liabilities.members', 'select count(*) as count from member');

/** Opens the cursor of {@link fetchMembers}: every member, of whatever standing, by number. */
export const openMembers = sql<never>(
  'liabilities.open',
  `
  declare liabilities_members no scroll cursor for
  select m.id, m.username, x.holdings
  from member m
  left join lateral (
    select string_agg(b.coin_id || ' ' || b.units, ',') as holdings
    from (
      select a.coin_id, ${UNITS('sum(a.available + a.frozen)')} as units
      from ledger_account a where a.member_id = m.id group by a.coin_id
    ) b where b.units <> '0'
  ) x on true
  order by m.id`,
);

/** The next members, with what they have of each coin over all accounts: `coin units,…`; null for nothing. */
export const fetchMembers = sql<{ id: string; username: string; holdings: string | null }>(
  'liabilities.fetch',
  'fetch 2000 from liabilities_members',
);
