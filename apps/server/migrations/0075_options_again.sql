-- Keeps the tapes of marks of these markets as they are until the transaction ends, for an option that is planned again:
-- while each append waits for a slow disk, every plan would be overtaken by the next one.
create function option_marks_stay(of_markets bigint[]) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform from mark_head h where h.market_id = any(of_markets) order by h.market_id for update;
end $$;
revoke execute on function option_marks_stay from public;
grant execute on function option_marks_stay to plimsoll_app;

-- An order of rules 1 is accepted at the last tick, before its expiry is on the tape. One of rules 2 is accepted
-- without a line, no earlier than the last mark, before its line could be known, on a market whose last mark is fresh;
-- one that the tape overtook is planned again. Both are accepted on the terms of their moment, with the winnings
-- agreed. As processes learn of new terms within two seconds, the previous ones are accepted that long.
create or replace function option_order_placed() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wrong bigint;
begin
  -- First: appending to a tape waits for this transaction, and what was appended before is read below.
  perform from tape_head h where h.market_id in (select market_id from placed where rules = 1)
    order by h.market_id for update;
  perform from mark_head h where h.market_id in (select market_id from placed where rules = 2)
    order by h.market_id for update;
  update tape_head h set begun_to = greatest(h.begun_to, b.at)
  from (select market_id, max(placed_at) as at from placed where rules = 1 group by market_id) b
    where b.market_id = h.market_id;

  update mark_head h set begun_to = greatest(h.begun_to, b.at)
  from (select market_id, max(placed_at) as at from placed where rules = 2 group by market_id) b
    where b.market_id = h.market_id;

  -- The tape went on after the order was planned, by a mark or by time: the caller tries again, later or not at all.
  if exists (select from placed o join mark_head h on h.market_id = o.market_id where o.rules = 2
    and (h.time > o.placed_at or h.complete_to >= o.placed_at + o.line_delay_ms * interval '1 millisecond')) then
    raise serialization_failure using message = 'the tape of marks went on past the option meanwhile';
  end if;

  select o.id into wrong
  from placed o
  join option_version_terms s on s.version = o.terms_version and s.seconds = o.seconds
  join option_terms_version v on v.version = o.terms_version
  where o.winnings <> option_winnings(o.stake, o.rate, o.decimals)
    or o.stake not between s.min and s.max
    or v.at > o.placed_at + interval '2 seconds'
    or exists (select from option_terms_version n where n.version = o.terms_version + 1
      and n.at < o.placed_at - interval '2 seconds')
  limit 1;
  if not found then
    select o.id into wrong
    from placed o
    left join tick e on e.market_id = o.market_id and e.seq = o.entry_seq
    left join tape_head h on h.market_id = o.market_id
    where o.rules = 1 and (e.seq is null
      or e.receive_time > o.placed_at
      or e.receive_time < o.placed_at - o.fresh_ms * interval '1 millisecond'
      or exists (select from tick t where t.market_id = o.market_id and t.seq > o.entry_seq
        and t.receive_time < o.placed_at)
      or h.complete_to >= o.expires_at)
    limit 1;
  end if;
  if not found then
    select o.id into wrong
    from placed o
    left join mark_head h on h.market_id = o.market_id
    where o.rules = 2 and (o.line_seq is not null or o.entry_price is not null or o.expires_at is not null
      or (h.time <= o.placed_at) is not true
      or not exists (select from mark k where k.market_id = o.market_id and not k.held
        and k.time >= o.placed_at - o.fresh_ms * interval '1 millisecond'))
    limit 1;
  end if;
  if found then
    raise check_violation using message = 'option ' || wrong
      || ' does not begin as its rules say and on the terms of its moment, or would win something else than agreed';
  end if;
  return null;
end $$;
