-- Images sent by members and operators (RULES 7.4). The bytes are in the store, under the same name.

-- Images. Rows never change.
create table upload (
  -- Random, so that it cannot be guessed.
  name text primary key check (name ~ '^[0-9a-f]{32}$'),
  -- Visible to the member and to operators.
  member_id bigint references member,
  type text not null check (type in ('image/jpeg', 'image/png', 'image/webp')),
  -- Encrypted at rest.
  sealed boolean not null,
  size int not null check (size > 0),
  width int not null check (width > 0),
  height int not null check (height > 0),
  -- SHA-256 of the file as sent, and of its pixels: either finds a proof that is sent twice.
  file_hash bytea not null check (length(file_hash) = 32),
  pixels_hash bytea not null check (length(pixels_hash) = 32),
  at timestamptz not null,
  -- Visible to everybody.
  operator_id bigint references operator,
  check (num_nonnulls(member_id, operator_id) = 1),
  -- For foreign keys that require a member's own image, with its hashes.
  constraint upload_as_proof unique (name, member_id, file_hash, pixels_hash),
  constraint upload_of_applicant unique (name, member_id)
);
-- For the limit of uploads per day.
create index upload_of_member on upload (member_id, at desc);
create index upload_of_operator on upload (operator_id, at desc) where operator_id is not null;
create index upload_pixels on upload (pixels_hash);

-- Views of members' images by operators: one line of their log for each link.
create table upload_view (
  -- The link's signature, of image, operator, context and expiry.
  signature text primary key check (length(signature) = 43),
  upload text not null references upload,
  operator_id bigint not null references operator,
  at timestamptz not null
);
create index upload_view_of_upload on upload_view (upload);

grant select, insert on upload to plimsoll_app;
grant select, insert on upload_view to plimsoll_app;
