-- What of the tape is kept for ever, and what may go after thirty days (rules 2, docs/TAPE.md).

-- What keeps a tick, found by its number; PostgreSQL asks for each tick that goes whether an order names it.
create index option_order_entry on option_order (market_id, entry_seq, expires_at);
create index option_order_exit on option_order (market_id, exit_seq) where exit_seq is not null;
create index spot_book_tick on spot_book (market_id, tick_seq);

-- How far each market's tape has been thinned: the last tick that was looked at, whether it stayed or went. No order names a tick before it
-- that was not asked about then, because orders name the last tick there is.
create table tape_thinned (
  market_id bigint primary key references tape_head,
  seq bigint not null default 0,
  receive_time timestamptz not null default '-infinity',
  hash bytea not null default decode(repeat('00', 32), 'hex'),
  -- Last expiry of the options taken up to there.
  staked_to timestamptz not null default '-infinity'
) with (fillfactor = 50);

-- Looks at the next ticks of each tape, at most `most` in all, and removes those that nothing needs. Those received from `before` on
-- stay, those of a tape's last thirty days by its own time always, and for ever: each option's stretch from its entry tick to the first tick
-- after its expiry, and each tick that a kept snapshot names, with the one after it, whose hash vouches for it.
-- Answers how many it looked at, 0 when there are no more, and how many it removed.
create function tape_thin(before timestamptz, most int default 5000) returns table (looked int, removed int)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  at_work record;
  upto bigint;
  seen int;
  gone int;
begin
  looked := 0;
  removed := 0;
  insert into tape_thinned (market_id)
  select h.market_id from tape_head h where not exists (select from tape_thinned d where d.market_id = h.market_id)
  order by h.market_id on conflict do nothing;

  for at_work in
    select d.market_id, d.seq, d.receive_time, d.staked_to, least(before, h.receive_time - interval '30 days') as stays_from
    from tape_thinned d join tape_head h on h.market_id = d.market_id
    order by d.market_id for update of d skip locked
  loop
    exit when looked >= most;
    -- Times rise with seqs: what may go is what lies up to here.
    select t.seq into upto from tick t
    where t.market_id = at_work.market_id and t.receive_time < at_work.stays_from order by t.receive_time desc, t.seq desc limit 1;
    continue when upto is null or upto <= at_work.seq;

    with batch as materialized (
      select t.seq, t.receive_time, t.hash from tick t
      where t.market_id = at_work.market_id and t.seq > at_work.seq and t.seq <= upto order by t.seq limit most - looked
    ), stakes as (
      select o.entry_seq, max(o.expires_at) as expires_at from option_order o
      where o.market_id = at_work.market_id and o.entry_seq > at_work.seq and o.entry_seq <= (select max(b.seq) from batch b) group by o.entry_seq
    ), placed as materialized (
      select b.seq, b.receive_time, b.hash,
        lag(b.seq, 1, at_work.seq) over w as seq_before, lag(b.receive_time, 1, at_work.receive_time) over w as time_before,
        greatest(at_work.staked_to, max(s.expires_at) over w) as staked_to
      from batch b left join stakes s on s.entry_seq = b.seq window w as (order by b.seq)
    ), thinned as (
      delete from tick t using placed p
      where t.market_id = at_work.market_id and t.seq = p.seq
        -- No option was open any more when the one before it came, so it is not the first after an expiry either.
        and (p.staked_to < p.time_before or p.staked_to = '-infinity')
        and not exists (select from spot_book k where k.market_id = at_work.market_id and k.tick_seq in (p.seq, p.seq_before))
      returning 1
    ), moved as (
      update tape_thinned d set seq = p.seq, receive_time = p.receive_time, hash = p.hash, staked_to = p.staked_to
      from (select * from placed order by seq desc limit 1) p where d.market_id = at_work.market_id
    )
    select (select count(*) from placed), (select count(*) from thinned) into seen, gone;
    looked := looked + seen;
    removed := removed + gone;
  end loop;
  return next;
end $$;

-- Ticks that do not carry their hash, do not name the one before them, or are earlier than it: at most a hundred, each as a line of text.
-- Walks the tapes side by side in stretches of ten minutes, so that it needs little memory and reads each page about once.
create function tape_breaks() returns table (broken text)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  stretch constant interval := interval '10 minutes';
  from_time timestamptz := '-infinity';
  found_now int;
  found_all int := 0;
begin
  loop
    select min(n.receive_time) into from_time
    from tape_head h
    cross join lateral (
      select k.receive_time from tick k where k.market_id = h.market_id and k.receive_time >= from_time order by k.receive_time limit 1
    ) n;
    exit when from_time is null or found_all >= 100;

    return query
      select s.symbol || ' ' || s.seq || ': ' || concat_ws(', ',
        case when s.hash <> tape_hash(s.previous, s.symbol, s.seq, s.source, s.source_time, s.receive_time, s.price, s.size) then 'does not carry its hash' end,
        case when s.previous <> s.expected then 'does not name the tick before it' end,
        case when s.receive_time < s.time_before then 'is earlier than the tick before it' end)
      from (
        select h.symbol, t.*, f.time_before,
          -- Up to where the tape was thinned, a neighbour may be gone; the first tick beyond names the last that was looked at.
          case when t.seq > coalesce(d.seq, 0) then
            case when f.seq_before >= coalesce(d.seq, 0) then f.hash_before else coalesce(d.hash, decode(repeat('00', 32), 'hex')) end
          else t.previous end as expected
        from tape_head h
        left join tape_thinned d on d.market_id = h.market_id
        cross join lateral (
          select k.*, lag(k.seq) over w as near_seq, lag(k.hash) over w as near_hash, lag(k.receive_time) over w as near_time
          from tick k where k.market_id = h.market_id and k.receive_time >= from_time and k.receive_time < from_time + stretch window w as (order by k.seq)
        ) t
        -- The first of a stretch looks back for its neighbour.
        left join lateral (
          select t.near_seq as seq_before, t.near_hash as hash_before, t.near_time as time_before where t.near_seq is not null
          union all
          (select b.seq, b.hash, b.receive_time from tick b where t.near_seq is null and b.market_id = h.market_id and b.seq < t.seq order by b.seq desc limit 1)
        ) f on true
      ) s
      where s.hash <> tape_hash(s.previous, s.symbol, s.seq, s.source, s.source_time, s.receive_time, s.price, s.size)
        or s.previous <> s.expected or s.receive_time < s.time_before
      limit 100;
    get diagnostics found_now = row_count;
    found_all := found_all + found_now;
    from_time := from_time + stretch;
  end loop;
end $$;

revoke execute on function tape_thin, tape_breaks from public;
grant execute on function tape_thin, tape_breaks to plimsoll_app;
grant select on tape_thinned to plimsoll_app;
