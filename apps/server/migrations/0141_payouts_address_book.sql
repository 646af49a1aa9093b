-- Addresses that a member keeps beside the bound one, with names; those allowed are paid to while others wait (rules 8, docs/GATE.md).
create table address_book (
  id bigint generated always as identity (start with 100001) primary key,
  member_id bigint not null references member,
  coin_id bigint not null references coin,
  address text not null check (address <> '' and length(address) <= 255),
  label text not null check (length(label) between 1 and 40),
  at timestamptz not null,
  -- when its member allowed it; in live mode it counts 24 hours later
  allowed_at timestamptz,
  removed_at timestamptz
);
create unique index address_book_kept on address_book (member_id, coin_id, address) where removed_at is null;
grant select, insert, update (label, allowed_at, removed_at) on address_book to plimsoll_app;

-- Whose money goes to allowed addresses alone; turned off, it stays so until `until`.
create table allowed_only (
  member_id bigint primary key references member,
  at timestamptz not null,
  until timestamptz
);
grant select, insert, update on allowed_only to plimsoll_app;
