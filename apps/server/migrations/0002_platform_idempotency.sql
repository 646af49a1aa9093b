-- Answers to keyed requests, kept for 24 hours (wire, conventions).
create table idempotency_key (
  member_id bigint not null,
  call text not null,
  key text not null check (key ~ '^[!-~]{1,64}$'),
  body_hash text not null,
  -- json and not jsonb: the answer given again is the answer given, letter for letter.
  answer json not null,
  at timestamptz not null,
  primary key (member_id, call, key)
);
create index idempotency_key_at on idempotency_key (at);
grant select, insert, update, delete on idempotency_key to plimsoll_app;
