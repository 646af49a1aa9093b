-- What a request is called by the proxy, in logs and in its answer: kept with the answers of those that moved money, so
-- that one can be followed from the click (docs/TRACING.md). Beside the answer, in a row that is written anyway: a column
-- of the journal would be a part of what is hashed, and a table of its own another row for each order.
alter table idempotency_key add column request_id text;

-- As idempotency_keep, which versions before this one use, and with the requests' names.
create function idempotency_keep_traced(
  member_ids bigint[], calls text[], keys text[], body_hashes text[], answers text[], request_ids text[],
  kept_at timestamptz, old timestamptz
) returns void
language plpgsql set search_path from current set plan_cache_mode = force_generic_plan as $$
declare
  kept bigint;
begin
  insert into idempotency_key as k (member_id, call, key, body_hash, answer, request_id, at)
  select unnest(member_ids), unnest(calls), unnest(keys), unnest(body_hashes), unnest(answers)::json,
    unnest(request_ids), kept_at
  on conflict (member_id, call, key)
    do update set body_hash = excluded.body_hash, answer = excluded.answer, request_id = excluded.request_id,
      at = excluded.at
  where k.at <= old;
  get diagnostics kept = row_count;
  if kept <> cardinality(keys) then
    raise exception using errcode = 'IK001', message = 'a key was answered already';
  end if;
end $$;
