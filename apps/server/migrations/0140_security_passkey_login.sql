-- Logins by a passkey alone: each challenge lets one in once. Only those that were answered rightly stand here, until their time is over.
create table passkey_login_used (
  -- SHA-256 of the challenge, in hex.
  challenge_hash text primary key check (challenge_hash ~ '^[0-9a-f]{64}$'),
  at timestamptz not null
);
create index passkey_login_used_at on passkey_login_used (at);
grant select, insert, delete on passkey_login_used to plimsoll_app;
