-- Terms that are changed while the clock is set back are not dated before options that were taken on those in front: each option stands on the
-- terms of its time, whatever the clock did.

create or replace function option_terms_changed() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  next int;
begin
  if not exists (select from changed) then
    return null;
  end if;
  lock table option_terms_version in share row exclusive mode;
  select max(version) + 1 into next from option_terms_version;
  -- Never before the version in front, or two could hold at once; nor before an option began.
  insert into option_terms_version (version, at)
  select next, greatest(max(c.changed_at), (select max(v.at) from option_terms_version v), (select max(h.begun_to) from tape_head h)) from changed c;
  insert into option_terms_said (version, seconds, min, max, rate) select next, seconds, min, max, rate from option_terms where enabled;
  -- What getSetting shows.
  insert into setting (key, value) values ('terms_version', to_jsonb(next)) on conflict (key) do update set value = excluded.value;
  return null;
end $$;
