-- Builds of the member app (PROOF 2.7): each one that was served, once it is another than the one before.

-- The files and verifiers of one build, as the log has them.
create table log_build (
  id int primary key check (id > 0),
  -- SHA-256 in hex of the list of its files, which lies beside the log's files.
  list text not null check (list ~ '^[0-9a-f]{64}$'),
  -- The line of the public log.
  entry text not null check (octet_length(entry) <= 16384),
  at timestamptz not null
);
create trigger kept before update or delete on log_build for each row execute function log_kept();

-- The last build that is in it.
alter table log_head add column build_id int not null default 0;

-- Registers a build, to be put into the log, unless it is the newest one.
create function log_build_add(new_list text, new_entry text, added_at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  lock table log_build in share row exclusive mode;
  insert into log_build (id, list, entry, at)
  select coalesce(max(id), 0) + 1, new_list, new_entry, added_at from log_build
  having (select list from log_build order by id desc limit 1) is distinct from new_list;
end $$;

-- Notes which builds are in the log; a version that knows of none appends beside one that does.
create function log_build_noted() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  update log_head h set build_id = b.id
  from (select max(id) as id from log_build where entry = any (new.lines)) b
  where h.one and b.id > h.build_id;
  return null;
end $$;
create trigger build_noted after insert on log_batch for each row execute function log_build_noted();

revoke execute on function log_build_add from public;
grant execute on function log_build_add to plimsoll_app;
grant select on log_build to plimsoll_app;
