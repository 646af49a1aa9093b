-- Images that members and operators sent (RULES 7.4). The bytes are in the store, under the same name.

-- Images. A row is written once and never changed.
create table upload (
  -- Random, so that nobody can guess it.
  name text primary key check (name ~ '^[0-9a-f]{32}$'),
  -- Of a member's: seen by the member and by operators.
  member_id bigint references member,
  type text not null check (type in ('image/jpeg', 'image/png', 'image/webp')),
  -- Encrypted at rest.
  sealed boolean not null,
  size int not null check (size > 0),
  width int not null check (width > 0),
  height int not null check (height > 0),
  -- SHA-256 of the file as it was sent, and of its pixels: the same proof sent twice is found by either.
  file_hash bytea not null check (length(file_hash) = 32),
  pixels_hash bytea not null check (length(pixels_hash) = 32),
  at timestamptz not null,
  -- Of an operator's: seen by everybody.
  operator_id bigint references operator,
  check (num_nonnulls(member_id, operator_id) = 1),
  -- For foreign keys that require a member's own image, with the hashes that it was kept under.
  constraint upload_as_proof unique (name, member_id, file_hash, pixels_hash),
  constraint upload_of_applicant unique (name, member_id)
);
-- To limit how much a member sends in a while.
create index upload_of_member on upload (member_id, at desc);
create index upload_of_operator on upload (operator_id, at desc) where operator_id is not null;
create index upload_pixels on upload (pixels_hash);

-- Links to members' images that operators opened: each is a line of their log, written once for a link.
create table upload_view (
  -- The link's signature: of the image, the operator, what it was shown with, and until when it is valid.
  signature text primary key check (length(signature) = 43),
  upload text not null references upload,
  operator_id bigint not null references operator,
  at timestamptz not null
);
create index upload_view_of_upload on upload_view (upload);

grant select, insert on upload to plimsoll_app;
grant select, insert on upload_view to plimsoll_app;
