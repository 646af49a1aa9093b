import { SIDE } from '@plimsoll/contract';
import { sql, type Query } from '../../../platform/db.ts';
import { makeEntry, type Commit, type MadeEntry } from './made-entry.ts';

interface FillRow {
  journal_id: string;
  at: Date;
  order_id: string;
  n: number;
  market: string;
  side: number;
  price: string;
  book: string;
  fee_rate: string;
  places: number;
  quantity: string;
  paid: string;
  fee: string;
  member_id: string;
}

// A journal of fills is named by its first, and has those up to the next journal's. `offset 0` keeps each look-up by
// itself: planned once, while the tables are new, a join would read all of them later.
const fills = sql<FillRow>(
  'proof.fills',
  `
  select j.id as journal_id, j.at, f.order_id, f.n, m.symbol as market, o.side, round(f.price, 8)::text as price,
    encode(k.hash, 'hex') as book, round(o.fee_rate, 8)::text as fee_rate,
    case o.side when ${SIDE.buy} then b.decimals else q.decimals end as places,
    round(f.quantity, 8)::text as quantity, round(f.paid, 8)::text as paid, round(f.fee, 8)::text as fee, o.member_id
  from ledger_journal j
  cross join lateral (
    select split_part(j.cause_id, '.', 1)::bigint as order_id, split_part(j.cause_id, '.', 2)::int as n) first
  cross join lateral (
    select market_id, side, fee_rate, member_id from spot_order where id = first.order_id offset 0) o
  cross join lateral (
    select order_id, n, price, quantity, paid, fee, book_seq from spot_fill where order_id = first.order_id
      and n >= first.n and n < coalesce((
        select g.n from spot_fill g
        where g.order_id = first.order_id and g.n > first.n and exists (
          select from ledger_journal x where x.cause_kind = 'spot-fill' and x.cause_id = g.order_id || '.' || g.n)
        order by g.n limit 1), n + 1)
    offset 0) f
  cross join lateral (
    select hash from spot_book where market_id = o.market_id and seq = f.book_seq offset 0) k
  join market m on m.id = o.market_id
  join coin b on b.id = m.base_coin
  join coin q on q.id = m.quote_coin
  where j.id = any($1) order by j.id, f.n`,
);

/** `fill` of each fill of these `spot-fill` journals, in their order. */
export async function readFills(query: Query, journals: readonly string[], commit: Commit): Promise<MadeEntry[]> {
  if (journals.length === 0) return [];
  return (await query.run(fills, [journals])).map((row) => {
    const order = Number(row.order_id);
    const { n, quantity, paid, fee } = row;
    // Salts are numbered from 0, fills from 1.
    const committed = commit('fill', { id: order, n: n - 1 }, { quantity, paid, fee, member: Number(row.member_id) });
    const fields = {
      order,
      n,
      market: row.market,
      side: String(row.side) === SIDE.buy ? ('buy' as const) : ('sell' as const),
      price: row.price,
      book: row.book,
      fee_rate: row.fee_rate,
      places: row.places,
      commit: committed.commit,
    };
    const around = { at: row.at, journalId: row.journal_id, mark: `"n":${n},"order":${order},`, committed };
    return makeEntry('fill', fields, around);
  });
}
