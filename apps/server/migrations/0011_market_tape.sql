-- The tape of trades (RULES 2.8, docs/TAPE.md): every accepted tick, chained by hashes, and what of it is kept for
-- ever.

-- Accepted trades, each chained by its hash to the one before it in its market. Only tape_append writes them. `seq`
-- rises within a market by any amount, also across restarts; there is one row of a market and seq, because tape_append
-- takes only what lies beyond the head. The price is in the key so that an order can refer to a tick with its price.
create table tick (
  market_id bigint not null references market,
  seq bigint not null check (seq > 0),
  -- The venue it was traded at, or what made it: `simulated`, `replay`.
  source text not null constraint tick_source check (source ~ '^[a-z][a-z0-9-]{0,31}$'),
  -- By the venue.
  source_time timestamptz not null,
  -- By the platform; never before that of the tick before.
  receive_time timestamptz not null,
  price market_amount not null,
  -- In base.
  size numeric not null check (size >= 0 and size < 1e18 and scale(size) <= 8),
  -- The hash of the tick before.
  previous bytea not null check (octet_length(previous) = 32),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (market_id, seq, price)
);
create index tick_time on tick (market_id, receive_time, seq);

-- The end of each market's chain. A chain is named by its symbol, which never changes after the first tick.
create table tape_head (
  market_id bigint primary key,
  symbol text not null,
  -- 0, zeros and -infinity before the first tick.
  seq bigint not null default 0,
  hash bytea not null default decode(repeat('00', 32), 'hex'),
  receive_time timestamptz not null default '-infinity',
  -- The tape is complete up to and including this moment: what is added from now on is later.
  complete_to timestamptz not null default '-infinity',
  -- The last moment at which an option began: what is added from now on is not earlier, whichever process received it.
  begun_to timestamptz not null default '-infinity',
  foreign key (market_id, symbol) references market (id, symbol)
) with (fillfactor = 50);

-- The hash of a tick; `tickText` in packages/proof is the same. Times have whole milliseconds.
create function tape_hash(
  previous bytea, symbol text, seq bigint, source text, source_time timestamptz, receive_time timestamptz,
  price numeric, size numeric
) returns bytea
language sql stable parallel safe as $$
  select sha256(convert_to(concat_ws(e'\n', encode(previous, 'hex'), symbol, seq, source,
    (extract(epoch from source_time) * 1000)::bigint, (extract(epoch from receive_time) * 1000)::bigint,
    round(price, 8), round(size, 8)), 'UTF8'))
$$;

-- Adds ticks in the order of their seqs: chained, and none of them before the last one, before an option that began, or
-- within what was complete already, whatever the clock says. With `whole_to` every market's tape is complete up to it
-- from then on; null leaves that as it is. Ticks not beyond the head are left out: another process wrote them, or this
-- one tries again. Returns those of the given ticks that are not on the tape as given.
create function tape_append(
  feed text, market_ids bigint[], seqs bigint[], source_times timestamptz[], receive_times timestamptz[],
  prices numeric[], sizes numeric[], whole_to timestamptz
) returns table (market_id bigint, seq bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  millisecond constant interval := interval '1 millisecond';
  t record;
  on_market bigint;
  last_seq bigint;
  link bytea;
  at timestamptz;
  kept_markets bigint[] := '{}';
  kept_seqs bigint[] := '{}';
  kept_sources timestamptz[] := '{}';
  kept_times timestamptz[] := '{}';
  kept_prices numeric[] := '{}';
  kept_sizes numeric[] := '{}';
  kept_previous bytea[] := '{}';
  kept_hashes bytea[] := '{}';
begin
  insert into tape_head (market_id, symbol)
  select m.id, m.symbol from market m
  where m.id = any (market_ids) and not exists (select from tape_head h where h.market_id = m.id)
  order by m.id on conflict do nothing;

  -- One process at a time appends to a market; all of them lock in the same order, so that none waits for one that
  -- waits for it.
  perform from tape_head h where whole_to is not null or h.market_id = any (market_ids) order by h.market_id for update;

  for t in
    select h.market_id, h.symbol, h.seq as head_seq, h.hash,
      greatest(h.receive_time, h.complete_to + millisecond, h.begun_to) as earliest,
      g.seq, date_trunc('milliseconds', g.source_time) as source_time,
      date_trunc('milliseconds', g.receive_time) as receive_time, g.price, g.size
    from unnest(market_ids, seqs, source_times, receive_times, prices, sizes)
      as g (market_id, seq, source_time, receive_time, price, size)
    join tape_head h on h.market_id = g.market_id and h.seq < g.seq
    order by g.market_id, g.seq
  loop
    if t.market_id is distinct from on_market then
      on_market := t.market_id;
      last_seq := t.head_seq;
      link := t.hash;
      at := t.earliest;
    end if;
    continue when t.seq = last_seq;
    last_seq := t.seq;
    at := greatest(at, t.receive_time);
    kept_previous := kept_previous || link;
    link := tape_hash(link, t.symbol, t.seq, feed, t.source_time, at, t.price, t.size);
    kept_hashes := kept_hashes || link;
    kept_markets := kept_markets || t.market_id;
    kept_seqs := kept_seqs || t.seq;
    kept_sources := kept_sources || t.source_time;
    kept_times := kept_times || at;
    kept_prices := kept_prices || t.price;
    kept_sizes := kept_sizes || t.size;
  end loop;

  insert into tick (market_id, seq, source, source_time, receive_time, price, size, previous, hash)
  select k.market_id, k.seq, feed, k.source_time, k.receive_time, k.price, k.size, k.previous, k.hash
  from unnest(kept_markets, kept_seqs, kept_sources, kept_times, kept_prices, kept_sizes, kept_previous, kept_hashes)
    as k (market_id, seq, source_time, receive_time, price, size, previous, hash);

  update tape_head h
  set seq = n.seq, hash = n.hash, receive_time = n.receive_time, complete_to = greatest(h.complete_to, whole_to)
  from (
    select old.market_id, coalesce(k.seq, old.seq) as seq, coalesce(k.hash, old.hash) as hash,
      coalesce(k.receive_time, old.receive_time) as receive_time
    from tape_head old
    left join (
      select distinct on (market_id) market_id, seq, receive_time, hash
      from unnest(kept_markets, kept_seqs, kept_times, kept_hashes) as each (market_id, seq, receive_time, hash)
      order by market_id, seq desc
    ) k on k.market_id = old.market_id
    where whole_to is not null or old.market_id = any (market_ids)
  ) n
  where n.market_id = h.market_id;

  if cardinality(kept_seqs) < cardinality(seqs) then
    return query
      select g.market_id, g.seq from unnest(market_ids, seqs, prices) as g (market_id, seq, price)
      where not exists (select from tick k where k.market_id = g.market_id and k.seq = g.seq and k.price = g.price);
  end if;
end $$;

-- How far each market's tape has been thinned: the last tick that was examined, whether it was kept or removed. An
-- order refers to the last tick of its moment, so none refers to an earlier one that was not examined then.
create table tape_thinned (
  market_id bigint primary key references tape_head,
  seq bigint not null default 0,
  receive_time timestamptz not null default '-infinity',
  -- Of the last tick that was examined.
  hash bytea not null default decode(repeat('00', 32), 'hex'),
  -- The last expiry of the options placed up to there.
  staked_to timestamptz not null default '-infinity'
) with (fillfactor = 50);

-- Examines the next ticks of each tape, at most `most` in all, and removes those that nothing needs. Kept are those
-- received from `before` on and those of a tape's last thirty days by its own time; and for ever each option's stretch
-- from its entry tick to the first tick after its expiry, and each tick that a kept snapshot refers to, with the one
-- after it, whose hash covers it. Returns how many it examined, 0 when there are no more, and how many it removed.
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
    select d.market_id, d.seq, d.receive_time, d.staked_to,
      least(before, h.receive_time - interval '30 days') as stays_from
    from tape_thinned d join tape_head h on h.market_id = d.market_id
    order by d.market_id for update of d skip locked
  loop
    exit when looked >= most;
    -- Times rise with seqs: what may go is what lies up to here.
    select t.seq into upto from tick t
    where t.market_id = at_work.market_id and t.receive_time < at_work.stays_from
    order by t.receive_time desc, t.seq desc limit 1;
    continue when upto is null or upto <= at_work.seq;

    with batch as materialized (
      select t.seq, t.receive_time, t.hash from tick t
      where t.market_id = at_work.market_id and t.seq > at_work.seq and t.seq <= upto order by t.seq limit most - looked
    ), stakes as (
      select o.entry_seq, max(o.expires_at) as expires_at from option_order o
      where o.market_id = at_work.market_id and o.entry_seq > at_work.seq
        and o.entry_seq <= (select max(b.seq) from batch b) group by o.entry_seq
    ), placed as materialized (
      select b.seq, b.receive_time, b.hash,
        lag(b.seq, 1, at_work.seq) over w as seq_before,
        lag(b.receive_time, 1, at_work.receive_time) over w as time_before,
        greatest(at_work.staked_to, max(s.expires_at) over w) as staked_to
      from batch b left join stakes s on s.entry_seq = b.seq window w as (order by b.seq)
    ), thinned as (
      delete from tick t using placed p
      where t.market_id = at_work.market_id and t.seq = p.seq
        -- No option was open any more when the one before it came, so it is not the first after an expiry either.
        and (p.staked_to < p.time_before or p.staked_to = '-infinity')
        and not exists (select from spot_book k where k.market_id = at_work.market_id
          and k.tick_seq in (p.seq, p.seq_before))
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

-- Ticks whose hash is wrong, that do not refer to the one before them, or that are earlier than it: at most a hundred,
-- each as a line of text. Reads all tapes side by side in stretches of ten minutes, so that it needs little memory and
-- reads each page about once.
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
      select k.receive_time from tick k where k.market_id = h.market_id and k.receive_time >= from_time
        order by k.receive_time limit 1
    ) n;
    exit when from_time is null or found_all >= 100;

    return query
      select s.symbol || ' ' || s.seq || ': ' || concat_ws(', ',
        case when s.hash <> tape_hash(s.previous, s.symbol, s.seq, s.source, s.source_time, s.receive_time,
          s.price, s.size) then 'does not carry its hash' end,
        case when s.previous <> s.expected then 'does not name the tick before it' end,
        case when s.receive_time < s.time_before then 'is earlier than the tick before it' end)
      from (
        select h.symbol, t.*, f.time_before,
          -- Up to where the tape was thinned, a neighbour may be gone; the first tick beyond names the last that was
          -- looked at.
          case when t.seq > coalesce(d.seq, 0) then
            case when f.seq_before >= coalesce(d.seq, 0) then f.hash_before
              else coalesce(d.hash, decode(repeat('00', 32), 'hex')) end
          else t.previous end as expected
        from tape_head h
        left join tape_thinned d on d.market_id = h.market_id
        cross join lateral (
          select k.*, lag(k.seq) over w as near_seq, lag(k.hash) over w as near_hash,
            lag(k.receive_time) over w as near_time
          from tick k where k.market_id = h.market_id and k.receive_time >= from_time
            and k.receive_time < from_time + stretch window w as (order by k.seq)
        ) t
        -- The first of a stretch looks back for its neighbour.
        left join lateral (
          select t.near_seq as seq_before, t.near_hash as hash_before, t.near_time as time_before
            where t.near_seq is not null
          union all
          (select b.seq, b.hash, b.receive_time from tick b where t.near_seq is null and b.market_id = h.market_id
            and b.seq < t.seq order by b.seq desc limit 1)
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

revoke execute on function tape_append from public;
revoke execute on function tape_thin, tape_breaks from public;
grant select on tick, tape_head to plimsoll_app;
grant execute on function tape_append, tape_hash to plimsoll_app;
grant execute on function tape_thin, tape_breaks to plimsoll_app;
grant select on tape_thinned to plimsoll_app;
