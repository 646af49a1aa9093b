-- Marks (RULES 2.5, docs/TAPE.md): the price that options are decided by, made of several sources' books, on a chained
-- tape of its own. Only mark_append writes it.

-- Marks, each chained by its hash to the one before it in its market.
create table mark (
  market_id bigint not null references market,
  seq bigint not null check (seq > 0),
  -- When the platform made it; never before that of the mark before.
  time timestamptz not null,
  price market_amount not null,
  -- Each source that was live then, by name, as canonical JSON: what the hash covers.
  sources text not null,
  -- Whether it is held back (RULES 2.7): it settles nothing.
  held boolean not null,
  previous bytea not null check (octet_length(previous) = 32),
  hash bytea not null check (octet_length(hash) = 32),
  -- With the price, so that an option can refer to a mark with it.
  primary key (market_id, seq, price)
);
create index mark_time on mark (market_id, time, seq);

-- The end of each market's chain of marks.
create table mark_head (
  market_id bigint primary key,
  symbol text not null,
  -- 0, zeros and -infinity before the first mark.
  seq bigint not null default 0,
  hash bytea not null default decode(repeat('00', 32), 'hex'),
  time timestamptz not null default '-infinity',
  -- The tape is complete up to and including this moment: what is added from now on is later.
  complete_to timestamptz not null default '-infinity',
  -- The last moment at which an option of the market was accepted.
  begun_to timestamptz not null default '-infinity',
  foreign key (market_id, symbol) references market (id, symbol)
) with (fillfactor = 50);

-- A time as marks spell it.
create function mark_time_text(at timestamptz) returns text
language sql stable parallel safe as $$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

-- The hash of a mark: of canonical JSON of all of it but the hash; `markText` in packages/proof is the same.
create function mark_hash(previous bytea, symbol text, seq bigint, at timestamptz, price numeric, sources text,
  held boolean) returns bytea
language sql stable parallel safe as $$
  select sha256(convert_to('{' || case when held then '"held":true,' else '' end || '"market":"' || symbol
    || '","previous":"' || encode(previous, 'hex') || '","price":"' || round(price, 8)
    || '","seq":' || seq || ',"sources":' || sources || ',"time":"'
      || mark_time_text(at) || '"}', 'UTF8'))
$$;

-- The median of the sources' mids; of an even number the mean of the middle two, half-even at eight places. Computed in
-- whole units of a quarter of 10^-8, so that nothing is rounded before the last step.
create function mark_price(sources text) returns numeric
language sql immutable parallel safe as $$
  select (div(q, 4) + case when mod(q, 4) > 2 or (mod(q, 4) = 2 and mod(div(q, 4), 2) = 1) then 1 else 0 end)
    * 0.00000001
  from (
    select (d[(n + 1) / 2] + d[n / 2 + 1]) * 100000000 as q
    from (
      select array_agg(s.bid + s.ask order by s.bid + s.ask) as d, count(*)::int as n
      from jsonb_to_recordset(sources::jsonb) as s (bid numeric, ask numeric)
    ) each
  ) middle
$$;

-- Adds marks in the order of their seqs: chained, and none of them before the last one or within what was complete
-- already, whatever the clock says. With `whole_to` every market's tape is complete up to it from then on. Marks not
-- beyond the head are left out: they are there already.
create function mark_append(market_ids bigint[], seqs bigint[], times timestamptz[], prices numeric[],
  all_sources text[], helds boolean[], whole_to timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  m record;
  on_market bigint;
  last_seq bigint;
  link bytea;
  at timestamptz;
  k_markets bigint[] := '{}';
  k_seqs bigint[] := '{}';
  k_times timestamptz[] := '{}';
  k_prices numeric[] := '{}';
  k_sources text[] := '{}';
  k_helds boolean[] := '{}';
  k_previous bytea[] := '{}';
  k_hashes bytea[] := '{}';
begin
  insert into mark_head (market_id, symbol)
  select m.id, m.symbol from market m
  where m.id = any (market_ids) and not exists (select from mark_head h where h.market_id = m.id)
  order by m.id on conflict do nothing;

  -- One process at a time appends to a market; all lock in the same order.
  perform from mark_head h where whole_to is not null or h.market_id = any (market_ids) order by h.market_id for update;

  for m in
    select h.market_id, h.symbol, h.seq as head_seq, h.hash,
      greatest(h.time, h.complete_to + interval '1 millisecond') as earliest,
      g.seq, date_trunc('milliseconds', g.time) as time, g.price, g.sources, g.held
    from unnest(market_ids, seqs, times, prices, all_sources, helds) as g (market_id, seq, time, price, sources, held)
    join mark_head h on h.market_id = g.market_id and h.seq < g.seq
    order by g.market_id, g.seq
  loop
    if m.market_id is distinct from on_market then
      on_market := m.market_id;
      last_seq := m.head_seq;
      link := m.hash;
      at := m.earliest;
    end if;
    continue when m.seq = last_seq;
    last_seq := m.seq;
    at := greatest(at, m.time);
    k_previous := k_previous || link;
    link := mark_hash(link, m.symbol, m.seq, at, m.price, m.sources, m.held);
    k_hashes := k_hashes || link;
    k_markets := k_markets || m.market_id;
    k_seqs := k_seqs || m.seq;
    k_times := k_times || at;
    k_prices := k_prices || m.price;
    k_sources := k_sources || m.sources;
    k_helds := k_helds || m.held;
  end loop;

  insert into mark (market_id, seq, time, price, sources, held, previous, hash)
  select * from unnest(k_markets, k_seqs, k_times, k_prices, k_sources, k_helds, k_previous, k_hashes);

  update mark_head h
  set seq = n.seq, hash = n.hash, time = n.time, complete_to = greatest(h.complete_to, whole_to)
  from (
    select old.market_id, coalesce(k.seq, old.seq) as seq, coalesce(k.hash, old.hash) as hash,
      coalesce(k.time, old.time) as time
    from mark_head old
    left join (
      select distinct on (market_id) market_id, seq, time, hash
      from unnest(k_markets, k_seqs, k_times, k_hashes) as each (market_id, seq, time, hash)
      order by market_id, seq desc
    ) k on k.market_id = old.market_id
    where whole_to is not null or old.market_id = any (market_ids)
  ) n
  where n.market_id = h.market_id;
end $$;

-- Marks whose hash is wrong, that do not refer to the one before them, are earlier than it, or are not the median of
-- their sources: at most a hundred, each as a line of text. Reads each chain in the order of its key.
create function mark_breaks() returns table (broken text)
language sql stable set search_path = public, pg_temp as $$
  select h.symbol || ' ' || k.seq || ': ' || concat_ws(', ',
    case when k.hash <> mark_hash(k.previous, h.symbol, k.seq, k.time, k.price, k.sources, k.held)
      then 'does not carry its hash' end,
    case when k.previous <> k.hash_before then 'does not name the mark before it' end,
    case when k.time < k.time_before then 'is earlier than the mark before it' end,
    case when k.price is distinct from mark_price(k.sources) then 'is not the median of its sources' end)
  from mark_head h
  cross join lateral (
    select m.*, lag(m.hash, 1, decode(repeat('00', 32), 'hex')) over w as hash_before,
      lag(m.time, 1, '-infinity') over w as time_before
    from mark m where m.market_id = h.market_id window w as (order by m.seq)
  ) k
  where k.hash <> mark_hash(k.previous, h.symbol, k.seq, k.time, k.price, k.sources, k.held)
    or k.previous <> k.hash_before or k.time < k.time_before or k.price is distinct from mark_price(k.sources)
  limit 100
$$;

revoke execute on function mark_append, mark_breaks from public;
grant execute on function mark_append, mark_breaks, mark_hash, mark_price, mark_time_text to plimsoll_app;
grant select on mark, mark_head to plimsoll_app;
