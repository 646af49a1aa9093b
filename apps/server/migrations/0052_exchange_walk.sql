-- An exchange is priced by the walk of the book for its size (rules 5): each leg says what it gave and brought, and what it took of which level.

alter table flash_exchange_leg
  -- Null for a leg of before, made at the middle whatever its size.
  add column given numeric,
  add column received numeric,
  -- Places that the coin received kept then.
  add column decimals smallint;

create table flash_exchange_take (
  exchange_id bigint not null,
  n smallint not null,
  k smallint not null check (k > 0),
  price market_amount not null,
  -- In base.
  quantity ledger_amount not null,
  primary key (exchange_id, n, k),
  foreign key (exchange_id, n) references flash_exchange_leg
);

grant select, insert on flash_exchange_take to plimsoll_app;
