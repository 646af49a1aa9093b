-- The first of two counts while they may log in and were not reset since (RULES 8.6): what a stolen login proposed, or
-- approved first, ends with it.
create or replace function operator_may_second(who bigint, first bigint, moment timestamptz) returns boolean
  language sql stable set search_path = public, pg_temp as $$
  select who <> first and coalesce(operator_established_at(who) <= moment, false)
    and not operator_is_related(who, first, moment)
    and exists (select from operator o where o.id = first and o.enabled
      and (o.reset_at is null or o.reset_at <= moment))
$$;

-- True when an operator's role is at least this one.
create function operator_has_role(who bigint, wanted text) returns boolean language sql stable
  set search_path = public, pg_temp as $$
  select exists (select from operator o where o.id = who
    and array_position(array['viewer', 'clerk', 'treasurer', 'owner'], o.role)
      >= array_position(array['viewer', 'clerk', 'treasurer', 'owner'], wanted))
$$;
grant execute on function operator_has_role to plimsoll_app;

-- A proposal never changes and is decided once; it is approved by an established operator of its role who may be the
-- proposer's second, while the proposer has that role, too.
create or replace function proposal_decided() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.status <> 1 or new.status = 1
    or (new.id, new.kind, new.what, new.ref, new.name, new.role, new.data, new.before, new.after, new.remark,
      new.proposed_by, new.proposed_at)
      is distinct from (old.id, old.kind, old.what, old.ref, old.name, old.role, old.data, old.before, old.after,
        old.remark, old.proposed_by, old.proposed_at)
  then
    raise check_violation using message = 'proposal ' || old.id || ' is decided, or what was proposed would change';
  end if;
  if new.status = 2 and (new.decided_at < new.proposed_at or
    not operator_may_second(new.decided_by, new.proposed_by, new.proposed_at)
    or not operator_has_role(new.decided_by, new.role) or not operator_has_role(new.proposed_by, new.role))
  then
    raise check_violation using constraint = 'second_established', message = 'operator ' || new.decided_by
      || ' may not approve proposal ' || old.id;
  end if;
  return new;
end $$;
