-- The gate before every way out of the platform (RULES 8.1, docs/GATE.md): what delays one, what went through, and
-- accounts that their members froze.

-- When a member changed something that a way out depends on. In live mode nothing leaves for 24 hours after the newest,
-- except to where something went before (RULES 8.2).
create table preparation (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  kind text not null check (kind in ('address', 'card', 'payment_password', 'login_password', 'factor', 'email')),
  at timestamptz not null
);
create index preparation_of_member on preparation (member_id, at desc);

-- Each requested withdrawal and each transfer to another member, with what it was worth then: the limit of a rolling 24
-- hours is counted from them (RULES 8.3).
create table way_out (
  kind text not null check (kind in ('withdrawal', 'member-transfer')),
  -- The withdrawal's or the transfer's number.
  ref bigint not null,
  member_id bigint not null references member,
  coin_id bigint not null references coin,
  -- In USDT; null when no price was known. Then it counts for nothing, and two operators decide such a withdrawal.
  worth ledger_part,
  at timestamptz not null,
  primary key (kind, ref)
);
create index way_out_of_member on way_out (member_id, at desc);

-- Accounts that their members froze, in the app or by a link in a mail (RULES 8.5).
create table self_freeze (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  created_at timestamptz not null,
  -- How: by a member who was logged in, or by the link of a mail.
  via text not null check (via in ('session', 'link')),
  first_by bigint references operator,
  first_at timestamptz,
  thawed_by bigint references operator,
  thawed_at timestamptz,
  constraint first_whole check (num_nonnulls(first_by, first_at) <> 1),
  constraint thawed_whole check (num_nonnulls(thawed_by, thawed_at) <> 1),
  -- By two operators, one after the other, and after the freeze.
  constraint thawed_by_two check (thawed_by is null or (first_by is not null and first_by <> thawed_by
    and first_at >= created_at and thawed_at >= first_at))
);
create unique index self_freeze_open on self_freeze (member_id) where thawed_at is null;

-- A member's own freeze is ended by a proposal that two established operators agreed on, and by nothing else.
create function self_freeze_thawed() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.thawed_by is not null and old.thawed_by is null and not exists (
    select from proposal p where p.kind = 'members' and p.what = 'change' and p.ref = new.member_id::text
      and p.status = 2
      and p.proposed_by = new.first_by and p.decided_by = new.thawed_by and p.proposed_at >= new.created_at)
  then
    raise check_violation using constraint = 'thawed_by_proposal',
      message = 'no two established operators agreed to thaw member ' || new.member_id;
  end if;
  return null;
end $$;
-- Deferred, because the proposal is decided later in the same transaction than what it does.
create constraint trigger self_freeze_thawed after update on self_freeze deferrable initially deferred for each row
  execute function self_freeze_thawed();

-- Links in mails that were used: each freezes once.
create table freeze_link_used (
  notice_id bigint primary key references notice,
  at timestamptz not null
);

-- A phrase that a member chose and that is in every mail to them: a mail without it is not from the platform.
create table member_phrase (
  member_id bigint primary key references member,
  phrase text not null check (length(phrase) between 1 and 40),
  changed_at timestamptz not null
);

grant select, insert on preparation to plimsoll_app;
grant select, insert on way_out to plimsoll_app;
grant select, insert, update (first_by, first_at, thawed_by, thawed_at) on self_freeze to plimsoll_app;
grant select, insert on freeze_link_used to plimsoll_app;
grant select, insert, update on member_phrase to plimsoll_app;
