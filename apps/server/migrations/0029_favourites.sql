-- The markets that members starred (RULES 7.6).
create table favourite (
  -- Ascending in the order of starring.
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  market_id bigint not null references market,
  created_at timestamptz not null,
  unique (member_id, market_id)
);
grant select, insert, delete on favourite to plimsoll_app;
