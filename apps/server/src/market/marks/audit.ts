import type { TapeAudit } from '../tape/audit.ts';

/** Up to which mark of market `h` a seal covers. */
const SEALED = `select coalesce(({ends} -> 'marks' ->> h.market_id::text)::bigint, 0) as seq`;

/** Each market's whole chain of marks, its head and its gaps. */
export const markAudits: readonly TapeAudit[] = [
  {
    name: 'each mark carries its hash, names the one before it and is the median of its sources',
    key: 'mark-chain',
    wrong: `select broken as row from mark_breaks()`,
    figures: `select count(*) || ' marks, ' || count(*) filter (where held) || ' held back' as row from mark`,
    // As `mark_breaks`, which looks at all of them.
    after: {
      wrong: `select s.symbol || ' ' || s.seq || ': does not carry its hash, does not name the mark before it, is earlier, or is not the median of its sources' as row
        from (
          select h.symbol, k.* from mark_head h
          cross join lateral (${SEALED}) z
          cross join lateral (
            select m.*, lag(m.hash, 1, decode(repeat('00', 32), 'hex')) over w as hash_before, lag(m.time, 1, '-infinity') over w as time_before
            from mark m where m.market_id = h.market_id and m.seq >= z.seq window w as (order by m.seq)
          ) k
          where k.seq > z.seq
        ) s
        where s.hash <> mark_hash(s.previous, s.symbol, s.seq, s.time, s.price, s.sources, s.held)
          or s.previous <> s.hash_before or s.time < s.time_before or s.price is distinct from mark_price(s.sources)`,
    },
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
    after: {
      wrong: `with base as (
          select h.market_id, h.symbol, coalesce(l.seq, 0) as seq, coalesce(l.time, '-infinity') as time from mark_head h
          cross join lateral (${SEALED}) z
          left join lateral (
            select seq, time from mark where market_id = h.market_id and seq <= z.seq and not held order by seq desc limit 1) l on true
        ), known as (
          select k.market_id, k.before_at as from_at, k.time as to_at from base b cross join lateral (
            select m.market_id, m.time, lag(m.time) over (order by m.seq) as before_at from mark m
            where m.market_id = b.market_id and m.seq >= b.seq and not m.held) k
          where k.time > k.before_at + mark_gap_min()
        ), listed as (
          select g.* from base b join mark_gap g on g.market_id = b.market_id and g.from_at >= b.time
        )
        select b.symbol || ': ' || coalesce(k.from_at, g.from_at) || case when g.from_at is null then ' is not listed' else ' is no gap' end as row
        from known k full join listed g on g.market_id = k.market_id and g.from_at = k.from_at and g.to_at = k.to_at
        join base b on b.market_id = coalesce(k.market_id, g.market_id)
        where k.from_at is null or g.from_at is null`,
    },
  },
];
