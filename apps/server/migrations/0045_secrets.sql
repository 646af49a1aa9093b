-- Secrets (docs/SECRETS.md): which SECRET this database works with, so that a start with another one refuses.

-- A slow hash of each SECRET that things may be sealed with: it says whether one is right, and nothing of what it is.
create table secret_fingerprint (
  salt bytea primary key check (length(salt) = 16),
  -- scrypt, N 32768, r 8, p 1.
  hash bytea not null check (length(hash) = 32),
  at timestamptz not null,
  -- When nothing was sealed with it any more.
  retired_at timestamptz
);

-- Keys made of a SECRET that is gone, for hashes that cannot be made again; sealed with the present one.
create table secret_kept_key (
  -- SHA-256 (hex) of the key.
  id text primary key check (id ~ '^[0-9a-f]{64}$'),
  purpose text not null check (purpose in ('recovery codes of members')),
  sealed bytea not null
);

grant select, insert, update (retired_at) on secret_fingerprint to plimsoll_app;
grant select, insert, update (sealed) on secret_kept_key to plimsoll_app;
