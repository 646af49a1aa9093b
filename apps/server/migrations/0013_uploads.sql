-- Images that members sent (rules 7). The bytes are in the store, under the same name.

create table upload (
  -- Random, so that nobody comes across it.
  name text primary key check (name ~ '^[0-9a-f]{32}$'),
  member_id bigint not null references member,
  type text not null check (type in ('image/jpeg', 'image/png', 'image/webp')),
  -- Encrypted at rest.
  sealed boolean not null,
  size int not null check (size > 0),
  width int not null check (width > 0),
  height int not null check (height > 0),
  -- SHA-256 of the file as it came, and of the pixels it showed: the same proof sent twice is found by either.
  file_hash bytea not null check (length(file_hash) = 32),
  pixels_hash bytea not null check (length(pixels_hash) = 32),
  at timestamptz not null
);
-- How much a member has sent of late.
create index upload_of_member on upload (member_id, at desc);

-- Kept as it came: nothing of it changes.
grant select, insert on upload to plimsoll_app;
