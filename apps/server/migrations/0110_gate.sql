-- One gate stands before every way out of the house (rules 8, docs/GATE.md): what prepared one, and what went through.

-- When a member changed what a way out hangs on. 24 hours after the newest nothing leaves in live mode, but to where something went before.
create table preparation (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  kind text not null check (kind in ('address', 'card', 'payment_password', 'login_password', 'factor', 'email')),
  at timestamptz not null
);
create index preparation_of_member on preparation (member_id, at desc);
grant select, insert on preparation to plimsoll_app;

-- Each withdrawal that was asked for and each transfer to another member, with what it was worth then: the limit of a rolling 24 hours is counted from it.
create table way_out (
  kind text not null check (kind in ('withdrawal', 'member-transfer')),
  -- The withdrawal's or the transfer's number.
  ref bigint not null,
  member_id bigint not null references member,
  coin_id bigint not null references coin,
  -- In USDT; null when no price was known, and then it counts for nothing: operators look at such a withdrawal two by two.
  worth ledger_part,
  at timestamptz not null,
  primary key (kind, ref)
);
create index way_out_of_member on way_out (member_id, at desc);
grant select, insert on way_out to plimsoll_app;
