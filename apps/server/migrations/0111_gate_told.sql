-- A member freezes the account, in the app or by a link in a mail; two operators thaw it (rules 8, docs/GATE.md).

create table self_freeze (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  at timestamptz not null,
  -- by whom: who was logged in, or who had a mail
  via text not null check (via in ('session', 'link')),
  first_by bigint references operator,
  first_at timestamptz,
  thawed_by bigint references operator,
  thawed_at timestamptz,
  constraint first_whole check (num_nonnulls(first_by, first_at) <> 1),
  constraint thawed_whole check (num_nonnulls(thawed_by, thawed_at) <> 1),
  -- Two people's, one after the other, and after the freeze.
  constraint thawed_by_two check (thawed_by is null or (first_by is not null and first_by <> thawed_by and first_at >= at and thawed_at >= first_at))
);
create unique index self_freeze_open on self_freeze (member_id) where thawed_at is null;
grant select, insert, update (first_by, first_at, thawed_by, thawed_at) on self_freeze to plimsoll_app;

-- The link in each mail freezes once.
create table freeze_link_used (
  notice_id bigint primary key references notice,
  at timestamptz not null
);
grant select, insert on freeze_link_used to plimsoll_app;

-- Words that a member chose, which stand in every mail to them: one without is not from here.
create table member_phrase (
  member_id bigint primary key references member,
  phrase text not null check (length(phrase) between 1 and 40),
  at timestamptz not null
);
grant select, insert, update on member_phrase to plimsoll_app;
