import type { TapeAudit } from '../tape/audit.ts';

/** Each market's chain of marks from end to end, and its head. */
export const markAudits: readonly TapeAudit[] = [
  {
    name: 'each mark carries its hash, names the one before it and is the median of its sources',
    key: 'mark-chain',
    wrong: `select broken as row from mark_breaks()`,
    figures: `select count(*) || ' marks, ' || count(*) filter (where held) || ' held back' as row from mark`,
  },
  {
    name: 'each chain of marks ends at its head',
    key: 'mark-heads',
    wrong: `select m.symbol || ': the head is ' || coalesce(h.seq::text, 'missing') || ', the last mark ' || coalesce(k.seq::text, 'missing') as row
      from market m
      left join mark_head h on h.market_id = m.id
      left join lateral (select seq, hash, time from mark where market_id = m.id order by seq desc limit 1) k on true
      where coalesce(h.seq, 0) <> coalesce(k.seq, 0) or h.hash <> k.hash or h.time <> k.time`,
    figures: `select coalesce(string_agg(symbol || ' ' || seq || ' ' || left(encode(hash, 'hex'), 12), ', ' order by market_id), 'no marks yet') as row from mark_head`,
  },
  {
    name: 'each stretch without a mark that settles is on the public list, and nothing else',
    key: 'mark-gaps',
    wrong: `with known as (
        select market_id, before_at as from_at, time as to_at
        from (select market_id, time, lag(time) over (partition by market_id order by seq) as before_at from mark where not held) k
        where time > before_at + mark_gap_min())
      select m.symbol || ': ' || coalesce(k.from_at, g.from_at) || case when g.from_at is null then ' is not listed' else ' is no gap' end as row
      from known k full join mark_gap g on g.market_id = k.market_id and g.from_at = k.from_at and g.to_at = k.to_at
      join market m on m.id = coalesce(k.market_id, g.market_id)
      where k.from_at is null or g.from_at is null`,
    figures: `select count(*) || ' gaps, ' || coalesce(round(extract(epoch from sum(to_at - from_at))), 0) || ' s in all' as row from mark_gap`,
  },
];
