-- What the demo gave its members (wire, demoFunds): once a day each.
create table demo_gift (
  member_id bigint not null references member,
  n int not null check (n > 0),
  at timestamptz not null,
  primary key (member_id, n)
);
grant select, insert on demo_gift to plimsoll_app;
