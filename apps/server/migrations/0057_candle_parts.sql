-- Candles in parts by time: what no chart shows any more goes with its part, not row by row. The version before goes on
-- reading, writing and deleting rows of the same table.

-- safe: while some hundred thousand rows are copied, no order waits: servers read it when they start, and write it later
alter table candle rename to candle_whole;
-- safe: the same table's
alter index candle_pkey rename to candle_whole_pkey;

-- Bars in which something was traded; empty ones are not kept. Floating point, as charts and HTX's protocol have it: no
-- money is computed from a candle. Rows lie in parts by period and time, `candle_1min_20261129` (docs/OPERATING.md,
-- "Candles"). Without a reference to the market, which is never deleted: dropping a part would wait for everybody who
-- reads the markets.
create table candle (
  market_id bigint not null,
  period text not null check (period in ('1min', '5min', '15min', '30min', '60min', '4hour', '1day', '1week', '1mon')),
  start_s bigint not null,
  open double precision not null,
  close double precision not null,
  low double precision not null check (low > 0),
  high double precision not null check (high >= low and high < 'Infinity'),
  volume double precision not null check (volume >= 0 and volume < 'Infinity'),
  turnover double precision not null check (turnover >= 0 and turnover < 'Infinity'),
  count int not null check (count > 0),
  primary key (market_id, period, start_s)
) partition by list (period);
create table candle_1min partition of candle for values in ('1min') partition by range (start_s);
create table candle_5min partition of candle for values in ('5min') partition by range (start_s);
create table candle_15min partition of candle for values in ('15min') partition by range (start_s);
create table candle_30min partition of candle for values in ('30min') partition by range (start_s);
create table candle_60min partition of candle for values in ('60min') partition by range (start_s);
create table candle_4hour partition of candle for values in ('4hour') partition by range (start_s);
-- Where there is no part, as after a clock was set.
create table candle_1min_rest partition of candle_1min default with (fillfactor = 80);
create table candle_5min_rest partition of candle_5min default with (fillfactor = 80);
create table candle_15min_rest partition of candle_15min default with (fillfactor = 80);
create table candle_30min_rest partition of candle_30min default with (fillfactor = 80);
create table candle_60min_rest partition of candle_60min default with (fillfactor = 80);
create table candle_4hour_rest partition of candle_4hour default with (fillfactor = 80);
-- A few bars a month and market.
create table candle_long partition of candle for values in ('1day', '1week', '1mon') with (fillfactor = 80);
grant select, insert, update, delete on candle to plimsoll_app;

-- Periods of candles: what is kept of each, and in which parts.
create table candle_period (
  period text primary key,
  -- Seconds in a part; null where bars are deleted one by one.
  part_s int check (part_s > 0),
  -- Bars that begin before it are not read any more, and go with their part.
  kept_from_s bigint not null default -9223372036854775807
);
insert into candle_period (period, part_s) values
  ('1min', 2 * 86400), ('5min', 7 * 86400), ('15min', 30 * 86400), ('30min', 30 * 86400), ('60min', 90 * 86400),
  ('4hour', 360 * 86400), ('1day', null), ('1week', null), ('1mon', null);
grant select on candle_period to plimsoll_app;

-- Makes the parts of these periods from each moment on up to now and one more, as far as they are missing; bars that
-- came before them move in. Returns how many. Waits for nobody for long: what fails now is done the next time.
create function candle_parts_make(periods text[], from_s bigint[], now_s bigint) returns int
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '1500ms' as $$
declare
  wanted record;
  made int := 0;
begin
  -- Another process is at it.
  if not pg_try_advisory_xact_lock(7209331107) then
    return 0;
  end if;
  for wanted in
    select 'candle_' || p.period as parent, n * p.part_s as starts_s, (n + 1) * p.part_s as ends_s,
      'candle_' || p.period || '_' || to_char(to_timestamp(n * p.part_s) at time zone 'UTC', 'YYYYMMDD') as part
    from unnest(periods, from_s) as asked (period, from_s)
    join candle_period p on p.period = asked.period and p.part_s is not null
    cross join generate_series(asked.from_s / p.part_s, now_s / p.part_s + 1) n
    -- A clock that is far off makes no thousands.
    where asked.from_s > now_s - 16 * p.part_s
    order by p.part_s, n
  loop
    continue when to_regclass(wanted.part) is not null;
    execute format('create table %I (like %I including constraints including indexes) with (fillfactor = 80)', wanted.part,
      wanted.parent);
    execute format('with moved as (delete from %I where start_s >= $1 and start_s < $2 returning *) insert into %I select * from moved',
      wanted.parent || '_rest', wanted.part) using wanted.starts_s, wanted.ends_s;
    execute format('alter table %I attach partition %I for values from (%s) to (%s)', wanted.parent, wanted.part,
      wanted.starts_s, wanted.ends_s);
    made := made + 1;
  end loop;
  return made;
end $$;
revoke execute on function candle_parts_make from public;
grant execute on function candle_parts_make to plimsoll_app;

-- Lets go of the bars of these periods that begin before each moment: they are not read from now on, and parts in which
-- no others lie are dropped. Bars outside of parts are deleted. Returns how many parts went.
create function candle_parts_drop(periods text[], before_s bigint[]) returns int
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '1500ms' as $$
declare
  old record;
  dropped int := 0;
begin
  if not pg_try_advisory_xact_lock(7209331107) then
    return 0;
  end if;
  update candle_period p set kept_from_s = asked.before_s from unnest(periods, before_s) as asked (period, before_s)
  where p.period = asked.period;
  delete from candle_long c using unnest(periods, before_s) as asked (period, before_s)
  where c.period = asked.period and c.start_s < asked.before_s;
  for old in
    select part.relname as part, asked.before_s, pg_get_expr(part.relpartbound, part.oid) = 'DEFAULT' as is_rest
    from unnest(periods, before_s) as asked (period, before_s)
    join candle_period p on p.period = asked.period and p.part_s is not null
    join pg_inherits i on i.inhparent = to_regclass('candle_' || p.period)
    join pg_class part on part.oid = i.inhrelid
    where (substring(pg_get_expr(part.relpartbound, part.oid) from 'TO \(''(-?\d+)''\)')::bigint > asked.before_s) is not true
    order by part.relname
  loop
    if old.is_rest then
      execute format('delete from %I where start_s < $1', old.part) using old.before_s;
    else
      execute format('drop table %I', old.part);
      dropped := dropped + 1;
    end if;
  end loop;
  return dropped;
end $$;
revoke execute on function candle_parts_drop from public;
grant execute on function candle_parts_drop to plimsoll_app;

-- The bars of before, in parts.
do $$
declare
  newest constant bigint := (select max(start_s) from candle_whole where period = '1min');
begin
  if newest is not null then
    perform candle_parts_make(array_agg(period), array_agg(newest - 2 * part_s), newest) from candle_period where part_s is not null;
  end if;
end $$;
insert into candle select * from candle_whole;
-- safe: empty but for what was copied
drop table candle_whole;
