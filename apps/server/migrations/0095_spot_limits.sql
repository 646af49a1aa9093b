-- The house's position in a coin stays within `spot_position_limit`, what a member deals for in a minute within `spot_member_minute_limit`, and
-- prices lean away as a position nears its limit (rules 3). Each fill says what it was worth (`dealt`), how far its price leaned from the level's, and by which
-- position, price and limit. All of it is null for what was filled before, and by a version that knows none of it.
-- Plain numbers: to add a column of a type with a check writes the whole table anew. What they may be is said by checks that look at new rows alone.

alter table spot_fill
  -- What was paid, in USDT.
  add column dealt numeric,
  -- The level's own price where the fill's leans away from it.
  add column level_price numeric,
  add column lean numeric,
  -- The coin whose position it leaned by: below zero the house had sold more than it bought; as it stood before the order met the snapshot.
  add column position_coin bigint,
  add column position numeric,
  add column position_price numeric,
  -- The limits that held, in USDT.
  add column position_limit numeric,
  add column minute_limit numeric;
alter table spot_fill add constraint limits_finite check (
  dealt >= 0 and dealt < 1e18 and level_price > 0 and level_price < 1e18 and lean >= 0 and lean < 1 and position > -1e18 and position < 1e18
  and position_price >= 0 and position_price < 1e18 and position_limit >= 0 and position_limit < 1e18 and minute_limit >= 0 and minute_limit < 1e18) not valid;

alter table flash_exchange
  add column dealt numeric,
  add column minute_limit numeric;
alter table flash_exchange add constraint limits_finite check (dealt >= 0 and dealt < 1e18 and minute_limit >= 0 and minute_limit < 1e18) not valid;

alter table flash_exchange_leg
  add column lean numeric,
  add column position_coin bigint,
  add column position numeric,
  add column position_price numeric,
  add column position_limit numeric;
alter table flash_exchange_leg add constraint limits_finite check (
  lean >= 0 and lean < 1 and position > -1e18 and position < 1e18 and position_price >= 0 and position_price < 1e18 and position_limit >= 0 and position_limit < 1e18) not valid;

-- What trades made of the house's stock of each coin: what it has of it less what owners put there. A coin it never had is left out.
-- By index alone: a plan made while tables were small must not be kept when they have grown.
create function spot_position(coins bigint[]) returns table (coin_id bigint, quantity numeric)
language plpgsql set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  return query
    with posted as materialized (
      select t.from_account, t.to_account, t.amount from ledger_journal j join ledger_transfer t on t.journal_id = j.id
      where j.cause_kind in ('house-funding', 'house-posting')
    )
    select a.coin_id, a.available::numeric + a.frozen - coalesce((
      select sum(case when p.to_account = a.id then p.amount else 0 end - case when p.from_account = a.id then p.amount else 0 end)
      from posted p where a.id in (p.to_account, p.from_account)), 0)
    from ledger_account a where a.house = 'spot' and a.coin_id = any(coins);
end $$;

-- What each member dealt for in each stretch of fifteen seconds, in USDT: fills and exchanges together, by the time they have. Whoever adds to it has the member locked.
create table spot_minute (
  member_id bigint not null,
  -- Stretches of fifteen seconds since 1970.
  stretch bigint not null,
  dealt ledger_part not null,
  primary key (member_id, stretch)
);
grant select, insert, update (dealt) on spot_minute to plimsoll_app;

-- What members dealt for between two stretches, neither included; who dealt for nothing is left out.
create function spot_dealt(members bigint[], after_stretch bigint, before_stretch bigint) returns table (member_id bigint, dealt numeric)
language plpgsql set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  return query
    select s.member_id, sum(s.dealt::numeric) from unnest(members) w (m)
    join spot_minute s on s.member_id = w.m and s.stretch > after_stretch and s.stretch < before_stretch
    group by s.member_id;
end $$;

-- Makes whoever deals in these coins, or with these members, wait until the transaction ends; and tells what the house has of the coins, how many journals
-- its owners ever posted (of no coin and no member: who added those up before needs not do it again), then what the members dealt for. Volatile, so that what
-- is read behind the locks was committed by whoever had them before.
create function spot_deal(coins bigint[], members bigint[], after_stretch bigint, before_stretch bigint) returns table (coin_id bigint, member_id bigint, quantity numeric)
language plpgsql volatile set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('spot.dealing', 0));
  perform pg_advisory_xact_lock(k.key) from (
    select hashtextextended('spot.dealing/coin/' || c, 0) as key from unnest(coins) c
    union select hashtextextended('spot.dealing/member/' || m, 0) from unnest(members) m
    order by key) k;
  return query
    select a.coin_id, null::bigint, a.available::numeric + a.frozen from ledger_account a where a.house = 'spot' and a.coin_id = any(coins)
    union all
    select null::bigint, null::bigint, count(*)::numeric from ledger_journal j where j.cause_kind in ('house-funding', 'house-posting');
  return query select null::bigint, d.member_id, d.dealt from spot_dealt(members, after_stretch, before_stretch) d;
end $$;

-- What owners put into the house's stock of each coin, and took out of it: what it has less this is what trades made of it. And how many journals that were, of no coin.
create function spot_posted() returns table (coin_id bigint, quantity numeric)
language sql stable set search_path = public, pg_temp as $$
  select a.coin_id, sum(case when t.to_account = a.id then t.amount else 0 end - case when t.from_account = a.id then t.amount else 0 end)
  from ledger_journal j join ledger_transfer t on t.journal_id = j.id join ledger_account a on a.id in (t.to_account, t.from_account)
  where j.cause_kind in ('house-funding', 'house-posting') and a.house = 'spot' group by a.coin_id
  union all
  select null::bigint, count(*)::numeric from ledger_journal j where j.cause_kind in ('house-funding', 'house-posting')
$$;
