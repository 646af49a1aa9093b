-- The rules of 0041, unchanged. What decides at a moment of a market is looked up once a moment: planned into the join it was looked up once an
-- option, which made ten thousand that expire together a fifth slower.

-- What was agreed and what is settled never change. Rules 1: an order ends by the last tick at or before its expiry (as 0008 says). Rules 2: a line
-- is drawn once, at the first mark that was not held back at or after acceptance and the delay; an order ends by the last such mark at or before its
-- expiry if it is fresh, else by the first after it in time, else void, on a tape that is complete by then; without a line it is void once
-- none can come in time any more.
create or replace function option_order_settled() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_nestloop = off as $$
declare
  wrong bigint;
begin
  select min(a.id) into wrong
  from after_rows a left join before_rows b on b.id = a.id
  where b.id is null or b.status = 2
    or (a.member_id, a.market_id, a.direction, a.stake, a.decimals, a.terms_version, a.seconds, a.rate, a.winnings, a.fresh_ms, a.entry_seq, a.placed_at,
        a.rules, a.line_delay_ms, a.line_within_ms, a.next_within_ms)
      is distinct from (b.member_id, b.market_id, b.direction, b.stake, b.decimals, b.terms_version, b.seconds, b.rate, b.winnings, b.fresh_ms, b.entry_seq, b.placed_at,
        b.rules, b.line_delay_ms, b.line_within_ms, b.next_within_ms)
    or ((a.line_seq, a.line_at, a.entry_price, a.expires_at) is distinct from (b.line_seq, b.line_at, b.entry_price, b.expires_at)
      and (a.rules = 1 or b.line_seq is not null or a.status = 2));
  if wrong is not null then
    raise check_violation using message = 'option ' || wrong || ' is settled, or what was agreed would change';
  end if;

  select min(a.id) into wrong
  from after_rows a
  join (
    select m.market_id, m.expires_at, h.complete_to, t.seq, t.receive_time
    from (select distinct market_id, expires_at from after_rows where status = 2 and rules = 1) m
    left join tape_head h on h.market_id = m.market_id
    left join lateral (
      select seq, receive_time from tick where market_id = m.market_id and receive_time <= m.expires_at order by receive_time desc, seq desc limit 1
    ) t on true
  ) l on l.market_id = a.market_id and l.expires_at = a.expires_at
  where a.status = 2 and a.rules = 1 and (
    (l.complete_to >= a.expires_at) is not true
    or a.exit_seq is distinct from case when l.receive_time >= a.expires_at - a.fresh_ms * interval '1 millisecond' then l.seq end);

  if wrong is null then
    with ends as materialized (
      select m.*, h.complete_to, case when l.time >= m.expires_at - m.fresh_ms * interval '1 millisecond' then l.seq else n.seq end as seq
      from (select distinct market_id, expires_at, fresh_ms, next_within_ms from after_rows where status = 2 and rules = 2 and line_seq is not null) m
      left join mark_head h on h.market_id = m.market_id
      left join lateral (
        select seq, time from mark where market_id = m.market_id and time <= m.expires_at and not held order by time desc, seq desc limit 1) l on true
      left join lateral (
        select seq from mark where market_id = m.market_id and time > m.expires_at and time <= m.expires_at + m.next_within_ms * interval '1 millisecond' and not held
        order by time, seq limit 1) n on true
    )
    select min(a.id) into wrong
    from after_rows a
    join ends l on l.market_id = a.market_id and l.expires_at = a.expires_at and l.fresh_ms = a.fresh_ms and l.next_within_ms = a.next_within_ms
    where a.status = 2 and a.rules = 2 and (
      (l.complete_to >= a.expires_at) is not true
      or (l.seq is null and l.complete_to < a.expires_at + a.next_within_ms * interval '1 millisecond')
      or a.exit_mark is distinct from l.seq);
  end if;

  if wrong is null then
    with lines as materialized (
      select m.*, h.complete_to, k.seq, k.price, k.time
      from (
        select distinct market_id, placed_at + line_delay_ms * interval '1 millisecond' as from_at, line_within_ms from after_rows
        where rules = 2 and (status = 1 or line_seq is null)
      ) m
      left join mark_head h on h.market_id = m.market_id
      left join lateral (
        select seq, price, time from mark where market_id = m.market_id and time >= m.from_at and time <= m.from_at + m.line_within_ms * interval '1 millisecond' and not held
        order by time, seq limit 1) k on true
    )
    select min(a.id) into wrong
    from after_rows a
    join lines f on f.market_id = a.market_id and f.from_at = a.placed_at + a.line_delay_ms * interval '1 millisecond' and f.line_within_ms = a.line_within_ms
    where a.rules = 2 and (status = 1 or line_seq is null) and (
      (a.line_seq, a.entry_price, a.line_at) is distinct from (f.seq, f.price, f.time)
      or (f.seq is null and (f.complete_to >= f.from_at + f.line_within_ms * interval '1 millisecond') is not true));
  end if;
  if wrong is not null then
    raise check_violation using message = 'option ' || wrong || ' would not begin or end as the tape says';
  end if;
  return null;
end $$;
