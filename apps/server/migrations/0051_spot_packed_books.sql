-- Kept snapshots are packed once the next one is kept: a few hundred bytes instead of thousands, without losing any of
-- it. The newest of a market stays open, since its depth changes with each fill; so do snapshots that a version before
-- kept, until they are packed too.

-- Null: open, as it came. Empty: cannot be packed, and stays open. Otherwise what the columns that are null held, as
-- spot_book_open reads it.
alter table spot_book add column packed bytea;
alter table spot_book
  alter column source_time drop not null, alter column receive_time drop not null, alter column bids drop not null,
  alter column asks drop not null, alter column bids_left drop not null, alter column asks_left drop not null,
  alter column bids_taken drop not null, alter column asks_taken drop not null, alter column bids_off drop not null,
  alter column asks_off drop not null, alter column previous drop not null;
alter table spot_book add constraint open_is_whole check (coalesce(length(packed), 0) > 0 or num_nulls(source_time,
  receive_time, bids, asks, bids_left, asks_left, bids_taken, asks_taken, bids_off, asks_off, previous) = 0) not valid;
alter table spot_book validate constraint open_is_whole;
-- Orders are filled from the newest, by its own columns.
alter table spot_book add constraint newest_is_open check (packed is null or not is_newest) not valid;
alter table spot_book validate constraint newest_is_open;

-- A number that may be negative as one that is not.
create function packed_signed(n numeric) returns numeric
language sql immutable parallel safe as $$
  select case when n >= 0 then 2 * n else -2 * n - 1 end
$$;

-- The opposite of packed_signed.
create function unpacked_signed(n numeric) returns numeric
language sql immutable parallel safe as $$
  select case when n % 2 = 0 then div(n, 2) else -div(n + 1, 2) end
$$;

-- Whole numbers that are not negative as bytes, seven bits a byte.
create function packed_numbers(numbers numeric[]) returns bytea
language plpgsql immutable parallel safe as $$
declare
  bytes bytea := '';
  n numeric;
begin
  foreach n in array numbers loop
    while n >= 128 loop
      bytes := bytes || set_byte('\x00', 0, (n % 128)::int + 128);
      n := div(n, 128);
    end loop;
    bytes := bytes || set_byte('\x00', 0, n::int);
  end loop;
  return bytes;
end $$;

-- The numbers that packed_numbers wrote from this byte on.
create function unpacked_numbers(bytes bytea, first int) returns numeric[]
language plpgsql immutable parallel safe as $$
declare
  numbers numeric[] := '{}';
  n numeric := 0;
  factor numeric := 1;
  byte int;
begin
  for at in first .. length(bytes) - 1 loop
    byte := get_byte(bytes, at);
    if byte < 128 then
      numbers := numbers || (n + byte * factor);
      n := 0;
      factor := 1;
    else
      n := n + (byte - 128) * factor;
      factor := factor * 128;
    end if;
  end loop;
  return numbers;
end $$;

-- Levels as canonical JSON: `levels` distances, of which the first is from `best`, and their sizes.
create function unpacked_levels(numbers numeric[], levels int, distances_after int, sizes_after int, best numeric,
  direction int, price_unit numeric, size_unit numeric)
returns text
language plpgsql immutable parallel safe as $$
declare
  price numeric := best;
  text text := '';
begin
  for n in 1 .. levels loop
    price := price + direction * unpacked_signed(numbers[distances_after + n]);
    text := text || case when n > 1 then ',' else '' end || '["' || round(price * price_unit, 8) || '","'
      || round(numbers[sizes_after + n] * size_unit, 8) || '"]';
  end loop;
  return '[' || text || ']';
end $$;

-- What a snapshot says as it came, packed or not; without what is left, where it is packed: that is what it showed, less
-- what was deducted and what fills and exchanges took. Form 1 is the byte 1; the decimals of the prices times 16, plus
-- those of the sizes; then whole numbers, seven bits a byte, lowest first, the high bit set in all bytes of a number but
-- its last. Those that may be negative are doubled (of a negative one the opposite, less one). In this order:
-- receive_time less seq, which is such a time more often than not, in ms; source_time less that; recovery_ms and one, or
-- 0; of bids, then of asks, what was taken, one and how long before in ms, or 0, and what was deducted, in units of 10⁻⁸;
-- the number of bids, of asks; each bid's distance down from the one before, the first's from 0; each ask's up, the
-- first's from the best bid or 0; the sizes of bids, of asks. Of bytes that are not so, as only who goes round the
-- triggers can leave them, nothing is read: the audit finds that, and nobody is answered with an error.
create function spot_book_open(k spot_book) returns spot_book
language plpgsql stable parallel safe set search_path = public, pg_temp as $$
declare
  bytes constant bytea := k.packed;
  -- The year 5138, in ms.
  end_of_time constant numeric := 1e14;
  numbers numeric[];
  price_unit numeric;
  size_unit numeric;
  received_ms numeric;
  bid_count int;
  ask_count int;
begin
  k.packed := null;
  if coalesce(length(bytes), 0) < 13 or substr(bytes, 1, 1) <> '\x01' then
    return k;
  end if;
  numbers := unpacked_numbers(bytes, 2);
  received_ms := k.seq + unpacked_signed(numbers[1]);
  if (cardinality(numbers) = 11 + 2 * (numbers[10] + numbers[11]) and numbers[3] <= 2147483647
    and greatest(abs(received_ms), numbers[2], numbers[5], numbers[8]) < end_of_time) is not true then
    return k;
  end if;
  price_unit := ('1e-' || get_byte(bytes, 1) / 16)::numeric;
  size_unit := ('1e-' || get_byte(bytes, 1) % 16)::numeric;
  k.receive_time := timestamptz 'epoch' + received_ms::bigint * interval '1 millisecond';
  k.source_time := k.receive_time + unpacked_signed(numbers[2])::bigint * interval '1 millisecond';
  k.recovery_ms := nullif(numbers[3], 0) - 1;
  k.bids_taken := numbers[4] * 0.00000001;
  k.bids_taken_at := k.receive_time - unpacked_signed(nullif(numbers[5], 0) - 1)::bigint * interval '1 millisecond';
  k.bids_off := numbers[6] * 0.00000001;
  k.asks_taken := numbers[7] * 0.00000001;
  k.asks_taken_at := k.receive_time - unpacked_signed(nullif(numbers[8], 0) - 1)::bigint * interval '1 millisecond';
  k.asks_off := numbers[9] * 0.00000001;
  bid_count := numbers[10];
  ask_count := numbers[11];
  k.bids := unpacked_levels(numbers, bid_count, 11, 11 + bid_count + ask_count, 0, -1, price_unit, size_unit);
  k.asks := unpacked_levels(numbers, ask_count, 11 + bid_count, 11 + bid_count + ask_count + bid_count,
    case when bid_count > 0 then -unpacked_signed(numbers[12]) else 0 end, 1, price_unit, size_unit);
  k.previous := case when k.after_seq is null then decode(repeat('00', 32), 'hex')
    else (select p.hash from spot_book p where p.market_id = k.market_id and p.seq = k.after_seq) end;
  return k;
end $$;

-- Distances of levels, as unpacked_levels reads them.
create function packed_distances(prices numeric[], best numeric, direction int, places int) returns numeric[]
language plpgsql immutable parallel safe as $$
declare
  distances numeric[] := '{}';
  before numeric := best;
  price numeric;
begin
  foreach price in array prices loop
    distances := distances || packed_signed(direction * (price - before) * ('1e' || places)::numeric);
    before := price;
  end loop;
  return distances;
end $$;

-- A snapshot in form 1: all that it says but what is left. Only marked, and otherwise as it was, where it would not open
-- to the same.
create function spot_book_packed(k spot_book) returns spot_book
language plpgsql stable set search_path = public, pg_temp as $$
declare
  bid_prices numeric[];
  bid_sizes numeric[];
  ask_prices numeric[];
  ask_sizes numeric[];
  price_places int;
  size_places int;
  received_ms constant numeric := extract(epoch from k.receive_time) * 1000;
  says spot_book := k;
  slim spot_book;
begin
  says.packed := null;
  says.bids_left := null;
  says.asks_left := null;
  begin
    select coalesce(array_agg((v ->> 0)::numeric order by n), '{}'), coalesce(array_agg((v ->> 1)::numeric order by n), '{}')
    into bid_prices, bid_sizes from jsonb_array_elements(k.bids::jsonb) with ordinality e (v, n);
    select coalesce(array_agg((v ->> 0)::numeric order by n), '{}'), coalesce(array_agg((v ->> 1)::numeric order by n), '{}')
    into ask_prices, ask_sizes from jsonb_array_elements(k.asks::jsonb) with ordinality e (v, n);
    select coalesce(max(min_scale(p)), 0) into price_places from unnest(bid_prices || ask_prices) p;
    select coalesce(max(min_scale(s)), 0) into size_places from unnest(bid_sizes || ask_sizes) s;
    slim.market_id := k.market_id;
    slim.seq := k.seq;
    slim.tick_seq := k.tick_seq;
    slim.after_seq := k.after_seq;
    slim.is_newest := k.is_newest;
    slim.hash := k.hash;
    slim.packed := '\x01'::bytea || set_byte('\x00', 0, price_places * 16 + size_places) || packed_numbers(array[
      packed_signed(received_ms - k.seq), packed_signed(extract(epoch from k.source_time) * 1000 - received_ms),
      coalesce(k.recovery_ms + 1, 0),
      k.bids_taken * 100000000,
      coalesce(packed_signed(received_ms - extract(epoch from k.bids_taken_at) * 1000) + 1, 0),
      k.bids_off * 100000000,
      k.asks_taken * 100000000,
      coalesce(packed_signed(received_ms - extract(epoch from k.asks_taken_at) * 1000) + 1, 0),
      k.asks_off * 100000000,
      cardinality(bid_prices), cardinality(ask_prices)]
      || packed_distances(bid_prices, 0, -1, price_places)
      || packed_distances(ask_prices, coalesce(bid_prices[1], 0), 1, price_places)
      || array(select s * ('1e' || size_places)::numeric from unnest(bid_sizes || ask_sizes) with ordinality e (s, n) order by n));
    if spot_book_open(slim) is not distinct from says then
      return slim;
    end if;
  exception
    -- Levels that are no numbers; a time without end, which makes NaN.
    when data_exception or feature_not_supported then null;
  end;
  k.packed := '';
  return k;
end $$;

-- Packs superseded snapshots, at most `most` at once; returns how many it looked at.
create function spot_book_pack(most int default 500) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  k spot_book;
  looked int := 0;
begin
  for k in
    select * from spot_book b where b.packed is null and not b.is_newest
    order by b.market_id, b.seq limit most for no key update skip locked
  loop
    looked := looked + 1;
    k := spot_book_packed(k);
    update spot_book b set packed = k.packed, source_time = k.source_time, receive_time = k.receive_time, bids = k.bids,
      asks = k.asks, bids_left = k.bids_left, asks_left = k.asks_left, recovery_ms = k.recovery_ms,
      bids_taken = k.bids_taken, bids_taken_at = k.bids_taken_at, asks_taken = k.asks_taken,
      asks_taken_at = k.asks_taken_at, bids_off = k.bids_off, asks_off = k.asks_off, previous = k.previous
    where b.market_id = k.market_id and b.seq = k.seq;
  end loop;
  return looked;
end $$;
revoke execute on function spot_book_pack from public;
grant execute on function spot_book_pack to plimsoll_app;

-- A snapshot never changes in what it says, only in what is left of it.
create function spot_book_kept() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  was spot_book;
  is_now spot_book;
begin
  if tg_op = 'UPDATE' then
    was := spot_book_open(old);
    is_now := spot_book_open(new);
    was.is_newest := false;
    is_now.is_newest := false;
    was.bids_left := null;
    is_now.bids_left := null;
    was.asks_left := null;
    is_now.asks_left := null;
    if is_now is not distinct from was then
      return new;
    end if;
  end if;
  raise check_violation using message = 'what was dealt stays as it was: ' || tg_table_name;
end $$;
create or replace trigger kept
  before update of market_id, seq, tick_seq, source_time, receive_time, bids, asks, recovery_ms, after_seq, bids_taken,
    bids_taken_at, asks_taken, asks_taken_at, bids_off, asks_off, previous, hash, packed or delete on spot_book
  for each row execute function spot_book_kept();

-- Each snapshot carries the hash of the one before it, and comes open: the hash is of what came.
create or replace function spot_book_chained() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if new.packed is not null then
    raise check_violation using message = 'a snapshot is kept as it came, and packed later';
  end if;
  new.previous := case when new.after_seq is null then decode(repeat('00', 32), 'hex')
    else (select k.hash from spot_book k where k.market_id = new.market_id and k.seq = new.after_seq) end;
  new.hash := spot_book_hash(new.previous, (select m.symbol from market m where m.id = new.market_id), new.seq,
    new.receive_time, new.bids, new.asks);
  return new;
end $$;
