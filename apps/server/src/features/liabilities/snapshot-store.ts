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

/**
 * The next members after a number, of whatever standing, with what they have of each coin over all accounts: `coin
 * units,…`; null for nothing. Within one snapshot the pages are what a cursor would read.
 */
export const nextMembers = sql<{ id: string; username: string; holdings: string | null }>(
  'liabilities.nextMembers',
  `
  select m.id, m.username, x.holdings
  from (select id, username from member where id > $1 order by id limit 2000) m
  left join lateral (
    select string_agg(b.coin_id || ' ' || b.units, ',') as holdings
    from (
      select a.coin_id, ${UNITS('sum(a.available + a.frozen)')} as units
      from ledger_account a where a.member_id = m.id group by a.coin_id
    ) b where b.units <> '0'
  ) x on true
  order by m.id`,
);
