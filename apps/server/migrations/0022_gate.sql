-- The gate before every way out (RULES 8.1, docs/GATE.md): what delays one, what passed, and frozen accounts.

-- When a member changed something that a way out depends on. In live mode nothing leaves for 24 hours after the newest,
-- except to destinations paid before (RULES 8.2).
create table preparation (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  kind text not null check (kind in ('address', 'card', 'payment_password', 'login_password', 'factor', 'email')),
  at timestamptz not null
);
create index preparation_of_member on preparation (member_id, at desc);

-- Each requested withdrawal and transfer to another member, with its worth then: the limit of a rolling 24 hours counts
-- them (RULES 8.3).
create table way_out (
  kind text not null check (kind in ('withdrawal', 'member-transfer')),
  -- The withdrawal's or the transfer's number.
  ref bigint not null,
  member_id bigint not null references member,
  coin_id bigint not null references coin,
  -- In USDT; null when no price was known: then it does not count, and two operators decide such a withdrawal.
  worth ledger_part,
  at timestamptz not null,
  primary key (kind, ref)
);
create index way_out_of_member on way_out (member_id, at desc);

-- Accounts frozen by their members, in the app or by a link in a mail (RULES 8.5).
create table self_freeze (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  created_at timestamptz not null,
  -- By a logged-in member, or by the link of a mail.
  via text not null check (via in ('session', 'link')),
  first_by bigint references operator,
  first_at timestamptz,
  thawed_by bigint references operator,
  thawed_at timestamptz,
  constraint first_whole check (num_nonnulls(first_by, first_at) <> 1),
  constraint thawed_whole check (num_nonnulls(thawed_by, thawed_at) <> 1),
  -- By two operators, one after the other, after the freeze.
  constraint thawed_by_two check (thawed_by is null or (first_by is not null and first_by <> thawed_by
    and first_at >= created_at and thawed_at >= first_at))
);
create unique index self_freeze_open on self_freeze (member_id) where thawed_at is null;

-- A self-freeze ends only by a proposal that two established operators agreed on.
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
-- Deferred: the proposal is decided later in the same transaction.
create constraint trigger self_freeze_thawed after update on self_freeze deferrable initially deferred for each row
  execute function self_freeze_thawed();

-- Used links of mails: each freezes once.
create table freeze_link_used (
  notice_id bigint primary key references notice,
  at timestamptz not null
);

-- A member's phrase, contained in every mail: a mail without it is not from the platform.
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
