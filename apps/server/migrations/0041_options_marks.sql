-- Options by rules 2 (docs/OPTIONS.md): the line is the first mark at or after acceptance and a delay, the expiry counts from the line, and the
-- exit is a mark. Orders of rules 1 stay on the tape of trades, and end by it.

alter table option_order add column rules smallint not null default 1;
-- Of rules 2: how long after acceptance the line is drawn, and for how long a mark for it is waited for.
alter table option_order add column line_delay_ms int;
alter table option_order add column line_within_ms int;
-- Of rules 2: for how long after the expiry the next mark decides, where none was fresh at it.
alter table option_order add column next_within_ms int;
alter table option_order add column line_seq bigint;
alter table option_order add column line_at timestamptz;
alter table option_order add column exit_mark bigint;

-- The last moment at which an option of a market was accepted.
alter table mark_head add column begun_to timestamptz not null default '-infinity';

-- Null until the line is drawn.
alter table option_order alter column entry_seq drop not null;
alter table option_order alter column entry_price drop not null;
alter table option_order alter column expires_at drop not null;

alter table option_order drop constraint expires_exactly;
alter table option_order drop constraint exit_named_whole;
-- safe: a check that is not valid yet, and no column
alter table option_order add constraint begins_by_its_rules check (case rules
  when 1 then coalesce(entry_seq is not null and entry_price is not null and expires_at = placed_at + seconds * interval '1 second', false)
    and num_nonnulls(line_delay_ms, line_within_ms, next_within_ms, line_seq, line_at, exit_mark) = 0
  when 2 then entry_seq is null and exit_seq is null and coalesce(line_delay_ms > 0 and line_within_ms > 0 and next_within_ms > 0, false)
    and (line_seq is null) = (line_at is null) and (line_seq is null) = (entry_price is null)
    and expires_at is not distinct from line_at + seconds * interval '1 second'
  else false end) not valid;
alter table option_order add constraint exit_named_once check (num_nonnulls(exit_seq, exit_mark) = num_nonnulls(exit_price)) not valid;
alter table option_order add constraint open_has_no_exit check (status = 2 or exit_mark is null) not valid;
alter table option_order add constraint line_on_tape foreign key (market_id, line_seq, entry_price) references mark (market_id, seq, price) not valid;
alter table option_order add constraint exit_mark_on_tape foreign key (market_id, exit_mark, exit_price) references mark (market_id, seq, price) not valid;

-- An order of rules 1 is taken at the last tick there was (as 0008 says). One of rules 2 is accepted no earlier than the last mark on the tape,
-- on a market whose last mark is fresh, without a line; on the terms of its moment, and wins what was agreed.
create or replace function option_order_taken() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wrong bigint;
begin
  -- First: whoever appends waits for this transaction, and what was appended meanwhile is seen below.
  perform from tape_head h where h.market_id in (select market_id from taken where rules = 1) order by h.market_id for update;
  perform from mark_head h where h.market_id in (select market_id from taken where rules = 2) order by h.market_id for update;
  update tape_head h set begun_to = greatest(h.begun_to, b.at)
  from (select market_id, max(placed_at) as at from taken where rules = 1 group by market_id) b where b.market_id = h.market_id;

  update mark_head h set begun_to = greatest(h.begun_to, b.at)
  from (select market_id, max(placed_at) as at from taken where rules = 2 group by market_id) b where b.market_id = h.market_id;

  -- A mark was appended between the plan and this: nothing is wrong with the option but its moment, and whoever lost a race tries again whole.
  if exists (select from taken o join mark_head h on h.market_id = o.market_id where o.rules = 2 and h.time > o.placed_at) then
    raise serialization_failure using message = 'a mark later than the option was appended meanwhile';
  end if;

  select o.id into wrong
  from taken o
  join option_terms_said s on s.version = o.terms_version and s.seconds = o.seconds
  join option_terms_version v on v.version = o.terms_version
  where o.winnings <> option_winnings(o.stake, o.rate, o.decimals)
    or o.stake not between s.min and s.max
    or v.at > o.placed_at + interval '2 seconds'
    or exists (select from option_terms_version n where n.version = o.terms_version + 1 and n.at < o.placed_at - interval '2 seconds')
  limit 1;
  if not found then
    select o.id into wrong
    from taken o
    left join tick e on e.market_id = o.market_id and e.seq = o.entry_seq
    left join tape_head h on h.market_id = o.market_id
    where o.rules = 1 and (e.seq is null
      or e.receive_time > o.placed_at
      or e.receive_time < o.placed_at - o.fresh_ms * interval '1 millisecond'
      or exists (select from tick t where t.market_id = o.market_id and t.seq > o.entry_seq and t.receive_time < o.placed_at)
      or h.complete_to >= o.expires_at)
    limit 1;
  end if;
  if not found then
    select o.id into wrong
    from taken o
    left join mark_head h on h.market_id = o.market_id
    where o.rules = 2 and (o.line_seq is not null or o.entry_price is not null or o.expires_at is not null
      or (h.time <= o.placed_at) is not true
      or h.complete_to >= o.placed_at + o.line_delay_ms * interval '1 millisecond'
      or not exists (select from mark k where k.market_id = o.market_id and not k.held and k.time >= o.placed_at - o.fresh_ms * interval '1 millisecond'))
    limit 1;
  end if;
  if found then
    raise check_violation using message = 'option ' || wrong || ' does not begin as its rules say and on the terms of its moment, or would win something else than agreed';
  end if;
  return null;
end $$;

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
    select min(a.id) into wrong
    from after_rows a
    join (
      select m.*, h.complete_to, case when l.time >= m.expires_at - m.fresh_ms * interval '1 millisecond' then l.seq else n.seq end as seq
      from (select distinct market_id, expires_at, fresh_ms, next_within_ms from after_rows where status = 2 and rules = 2 and line_seq is not null) m
      left join mark_head h on h.market_id = m.market_id
      left join lateral (
        select seq, time from mark where market_id = m.market_id and time <= m.expires_at and not held order by time desc, seq desc limit 1) l on true
      left join lateral (
        select seq from mark where market_id = m.market_id and time > m.expires_at and time <= m.expires_at + m.next_within_ms * interval '1 millisecond' and not held
        order by time, seq limit 1) n on true
    ) l on l.market_id = a.market_id and l.expires_at = a.expires_at and l.fresh_ms = a.fresh_ms and l.next_within_ms = a.next_within_ms
    where a.status = 2 and a.rules = 2 and (
      (l.complete_to >= a.expires_at) is not true
      or (l.seq is null and l.complete_to < a.expires_at + a.next_within_ms * interval '1 millisecond')
      or a.exit_mark is distinct from l.seq);
  end if;

  if wrong is null then
    select min(a.id) into wrong
    from after_rows a
    join (
      select m.*, h.complete_to, k.seq, k.price, k.time
      from (
        select distinct market_id, placed_at + line_delay_ms * interval '1 millisecond' as from_at, line_within_ms from after_rows
        where rules = 2 and (status = 1 or line_seq is null)
      ) m
      left join mark_head h on h.market_id = m.market_id
      left join lateral (
        select seq, price, time from mark where market_id = m.market_id and time >= m.from_at and time <= m.from_at + m.line_within_ms * interval '1 millisecond' and not held
        order by time, seq limit 1) k on true
    ) f on f.market_id = a.market_id and f.from_at = a.placed_at + a.line_delay_ms * interval '1 millisecond' and f.line_within_ms = a.line_within_ms
    where a.rules = 2 and (status = 1 or line_seq is null) and (
      (a.line_seq, a.entry_price, a.line_at) is distinct from (f.seq, f.price, f.time)
      or (f.seq is null and (f.complete_to >= f.from_at + f.line_within_ms * interval '1 millisecond') is not true));
  end if;
  if wrong is not null then
    raise check_violation using message = 'option ' || wrong || ' would not begin or end as the tape says';
  end if;
  return null;
end $$;

grant insert (rules, line_delay_ms, line_within_ms, next_within_ms) on option_order to plimsoll_app;
-- The line, once, as the trigger above allows.
grant update (line_seq, line_at, entry_price, expires_at, exit_mark) on option_order to plimsoll_app;

-- The line's terms are dated by acceptance: terms are not dated before an option that was accepted on those in front.
create or replace function option_terms_changed() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  next int;
begin
  if not exists (select from changed) then
    return null;
  end if;
  lock table option_terms_version in share row exclusive mode;
  select max(version) + 1 into next from option_terms_version;
  -- Never before the version in front, or two could hold at once; nor before an option began.
  insert into option_terms_version (version, at)
  select next, greatest(max(c.changed_at), (select max(v.at) from option_terms_version v), (select max(h.begun_to) from tape_head h), (select max(k.begun_to) from mark_head k))
  from changed c;
  insert into option_terms_said (version, seconds, min, max, rate) select next, seconds, min, max, rate from option_terms where enabled;
  -- What getSetting shows.
  insert into setting (key, value) values ('terms_version', to_jsonb(next)) on conflict (key) do update set value = excluded.value;
  return null;
end $$;
