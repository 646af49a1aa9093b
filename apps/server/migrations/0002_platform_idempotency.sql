-- Answers to keyed requests, kept for 24 hours (wire, conventions).
create table idempotency_key (
  member_id bigint not null,
  call text not null,
  -- Letter for letter instead of by a regular expression, which costs seven times as much.
  key text not null check (key <> '' and length(key) <= 64 and ltrim(key,
    '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-._~:!"#$%&''()*+,/;<=>?@[\]^`{|}') = ''),
  body_hash text not null,
  -- json and not jsonb: the answer given again is the answer given, letter for letter.
  answer json not null,
  at timestamptz not null,
  primary key (member_id, call, key)
);
create index idempotency_key_at on idempotency_key (at);

-- Keeps answers, all or none: raises IK001 when one of the keys has an answer that is younger than `old`, so that nothing counts of what
-- was sent together with it.
create function idempotency_keep(
  member_ids bigint[], calls text[], keys text[], body_hashes text[], answers text[], kept_at timestamptz, old timestamptz
) returns void
language plpgsql set search_path from current set plan_cache_mode = force_generic_plan as $$
declare
  kept bigint;
begin
  insert into idempotency_key as k (member_id, call, key, body_hash, answer, at)
  select unnest(member_ids), unnest(calls), unnest(keys), unnest(body_hashes), unnest(answers)::json, kept_at
  on conflict (member_id, call, key) do update set body_hash = excluded.body_hash, answer = excluded.answer, at = excluded.at
  where k.at <= old;
  get diagnostics kept = row_count;
  if kept <> cardinality(keys) then
    raise exception using errcode = 'IK001', message = 'a key was answered already';
  end if;
end $$;
grant select, insert, update, delete on idempotency_key to plimsoll_app;
