-- Links mailed to members who forgot their login password (rules 8): each sets one, once, for a quarter of an hour.
create table password_reset (
  -- SHA-256 of the token, in hex.
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  member_id bigint not null references member,
  -- What a passkey is asked to sign; none where there is none, and none left after a wrong answer.
  challenge text,
  wrong smallint not null default 0 check (wrong >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_reset_member on password_reset (member_id);
create index password_reset_expires on password_reset (expires_at);

grant select, insert, update, delete on password_reset to plimsoll_app;
