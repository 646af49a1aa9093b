-- Members show that an e-mail address is theirs before anything leaves them, and change it (rules 8).

-- When the member showed that the address is theirs; null before, and of everybody who registered before this was kept.
alter table member add column email_proven_at timestamptz;

-- The code last mailed to an address that a member wants to show to be theirs; good for that member and that address alone.
create table member_email_code (
  member_id bigint primary key references member,
  email text not null,
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  sent_at timestamptz not null,
  wrong_tries smallint not null default 0 check (wrong_tries >= 0)
);
create index member_email_code_email on member_email_code (email);
create index member_email_code_sent on member_email_code (sent_at);
grant select, insert, update, delete on member_email_code to plimsoll_app;

-- Where a mail goes that does not go to its member's address of that moment: the old one is told of a new one.
alter table notice_mail add column email text;
