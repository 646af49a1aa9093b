-- Gaps: stretches in which a market had no mark that settles (RULES 4.11, docs/OPTIONS.md). The database records one
-- itself when the next such mark is written, so that no process can leave one out.

-- Stretches without a mark that settles.
create table mark_gap (
  market_id bigint not null references market,
  -- The last mark before it and the first after it; neither was held back.
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- No source spoke, all marks were held back, no process ran, or the market was disabled.
  why text not null check (why in ('silent', 'held', 'stopped', 'closed')),
  primary key (market_id, from_at),
  check (to_at > from_at)
);
create index mark_gap_newest on mark_gap (from_at desc, market_id);
create index mark_gap_ended on mark_gap (to_at);

-- From when on a market was last observed, and why not before: no process ran (`stopped`), or the market was disabled
-- (`closed`).
create table market_observed (
  market_id bigint primary key references market,
  from_at timestamptz not null,
  why text not null check (why in ('stopped', 'closed'))
);

-- The shortest gap that can make an option void.
create function mark_gap_min() returns interval language sql immutable parallel safe as $$
  select interval '5 seconds' $$;

-- Why a market had no mark that settles between two moments.
create function mark_gap_why(market bigint, from_time timestamptz, to_time timestamptz) returns text
language sql stable set search_path = public, pg_temp as $$
  select coalesce(
    (select h.why from market_observed h where h.market_id = market and h.from_at > from_time and h.from_at <= to_time),
    (select 'held' where exists (select from mark k where k.market_id = market and k.held and k.time > from_time
      and k.time < to_time)),
    'silent')
$$;

-- Records the gap, if there is one, between the mark that settles before and the one that is added.
create function mark_gap_noted() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into mark_gap (market_id, from_at, to_at, why)
  select n.market_id, n.before_at, n.time, mark_gap_why(n.market_id, n.before_at, n.time)
  from (
    select a.market_id, a.time, coalesce(
      lag(a.time) over (partition by a.market_id order by a.seq),
      (select k.time from mark k where k.market_id = a.market_id and k.seq < a.seq and not k.held order by k.seq desc
        limit 1)) as before_at
    from added a where not a.held
  ) n
  where n.time > n.before_at + mark_gap_min()
  on conflict do nothing;
  return null;
end $$;
create trigger mark_gap_noted after insert on mark
  referencing new table as added for each statement execute function mark_gap_noted();

revoke execute on function mark_gap_noted from public;
grant select on mark_gap to plimsoll_app;
grant select, insert, update on market_observed to plimsoll_app;
grant execute on function mark_gap_min, mark_gap_why to plimsoll_app;
