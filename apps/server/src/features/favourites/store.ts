import { sql } from '../../platform/db.ts';

/** A member's starred markets that are enabled, in the member's order. */
export const ownFavourites = sql<{ market_id: string; symbol: string; pair: string }>(
  'favourites.own',
  `
  select f.market_id, m.symbol, b.title || '/' || q.title as pair
  from favourite f
  join market m on m.id = f.market_id
  join coin b on b.id = m.base_coin
  join coin q on q.id = m.quote_coin
  where f.member_id = $1 and m.enabled
  order by f.id`,
);

export const readMarket = sql<{ enabled: boolean }>('favourites.market', 'select enabled from market where id = $1');

/** Given the member, the market and the time. */
export const insertFavourite = sql<never>(
  'favourites.insert',
  'insert into favourite (member_id, market_id, created_at) values ($1, $2, $3) on conflict do nothing',
);

/** Given the member and the market. */
export const deleteFavourite = sql<never>(
  'favourites.delete',
  'delete from favourite where member_id = $1 and market_id = $2',
);

/** One change of a member's order at a time. */
export const lockMember = sql<never>('favourites.lock', 'select from member where id = $1 for no key update');

/** All of a member's stars, those on disabled markets too, in order. */
export const allFavourites = sql<{ market_id: string }>(
  'favourites.all',
  'select market_id from favourite where member_id = $1 order by id',
);

/**
 * Puts these stars of a member at the end, in this order, as old as they are: a row's number is its place. Sorting
 * waits for all that is deleted.
 */
export const putLast = sql<never>(
  'favourites.putLast',
  `
  with gone as (
    delete from favourite where member_id = $1 and market_id = any($2::bigint[]) returning market_id, created_at)
  insert into favourite (member_id, market_id, created_at)
  select $1, market_id, created_at from gone order by array_position($2::bigint[], market_id)`,
);
