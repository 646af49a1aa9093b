-- Order kinds, and orders of members' programs (RULES 3.14, 7.7).

-- 1 rests; 2 what is not filled at once is cancelled; 3 filled whole at once or cancelled; 4 only rests, or is cancelled
alter table spot_order add column kind smallint not null default 1;
-- The key that placed it; null for the member's own.
alter table spot_order add column key_id bigint;
-- The number that the program gave it.
alter table spot_order add column client_id text;
alter table spot_order add constraint known_kind check (kind in (1, 2, 3, 4)) not valid;
alter table spot_order validate constraint known_kind;
alter table spot_order add constraint at_once_never_rests check (status <> 1 or kind in (1, 4)) not valid;
alter table spot_order validate constraint at_once_never_rests;
-- safe: the version before writes kind 1, the default
alter table spot_order add constraint kinds_of_limits check (kind = 1 or limit_price is not null) not valid;
alter table spot_order validate constraint kinds_of_limits;

-- What a key's orders came to in each hour, written with their fills.
create table spot_key_hour (
  key_id bigint not null,
  -- Hours since 1970.
  hour bigint not null,
  coin_id bigint not null,
  -- What came in less what went out, fees deducted.
  net numeric not null,
  -- What was paid in this coin, in USDT.
  dealt numeric not null,
  primary key (key_id, hour, coin_id),
  constraint sums_finite check (net > -1e27 and net < 1e27 and dealt >= 0 and dealt < 1e27)
);
grant select, insert, update (net, dealt) on spot_key_hour to plimsoll_app;
