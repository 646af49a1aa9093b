-- What the server itself needs whatever the product: answers kept for repeated requests (WIRE 1.6), leases that one
-- process holds at a time (docs/PROCESSES.md), and a record of backups.

-- Answers to requests that carried a key, kept for 24 hours: a request that is repeated gets the same answer again.
create table idempotency_key (
  member_id bigint not null,
  -- The call of the contract.
  call text not null,
  -- Checked without a regular expression, which would cost seven times as much.
  key text not null check (key <> '' and length(key) <= 64 and ltrim(key,
    '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-._~:!"#$%&''()*+,/;<=>?@[\]^`{|}') = ''),
  -- Of the request: another request with the same key is refused.
  body_hash text not null,
  -- json and not jsonb: the answer is repeated letter for letter.
  answer json not null,
  at timestamptz not null,
  primary key (member_id, call, key)
);
create index idempotency_key_at on idempotency_key (at);

-- Keeps answers, all or none: raises IK001 when one of the keys has an answer that is younger than `old`, which undoes
-- the whole transaction.
create function idempotency_keep(
  member_ids bigint[], calls text[], keys text[], body_hashes text[], answers text[], kept_at timestamptz,
  old timestamptz
) returns void
language plpgsql set search_path from current set plan_cache_mode = force_generic_plan as $$
declare
  kept bigint;
begin
  insert into idempotency_key as k (member_id, call, key, body_hash, answer, at)
  select unnest(member_ids), unnest(calls), unnest(keys), unnest(body_hashes), unnest(answers)::json, kept_at
  on conflict (member_id, call, key)
    do update set body_hash = excluded.body_hash, answer = excluded.answer, at = excluded.at
  where k.at <= old;
  get diagnostics kept = row_count;
  if kept <> cardinality(keys) then
    raise exception using errcode = 'IK001', message = 'a key was answered already';
  end if;
end $$;

-- What one process alone may do at a time, and which one does it. Times are the database's, since the processes' clocks
-- may differ.
create table process_lease (
  -- What the lease is for.
  name text primary key,
  -- A random name that the process takes when it starts.
  holder text not null,
  -- Rises whenever another process takes the lease.
  term bigint not null default 1 check (term > 0),
  -- When it ends unless it is renewed.
  until timestamptz not null
) with (fillfactor = 50);

-- Backups that were taken, so that a running server can report how old the last one is. The backup writes its row
-- itself, as the owner of the database.
create table backup_taken (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- The last journal it contains.
  journals bigint not null check (journals >= 0)
);

-- For tables whose rows are referred to without a foreign key.
create function never_deleted() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  raise foreign_key_violation using message = format('rows of %I are named by others and never deleted', tg_table_name);
end $$;

grant select, insert, update, delete on idempotency_key to plimsoll_app;
grant select, insert, update (holder, term, until) on process_lease to plimsoll_app;
grant select on backup_taken to plimsoll_app;
