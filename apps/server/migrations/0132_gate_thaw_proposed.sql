-- A member's own freeze is ended by a proposal that two established operators agreed on (rules 8, docs/GATE.md), and by nothing else: who may be
-- one of them is asked by the proposal's own triggers. Before, any two operators did.

create function self_freeze_thawed() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.thawed_by is not null and old.thawed_by is null and not exists (
    select from proposal p where p.kind = 'members' and p.what = 'change' and p.ref = new.member_id::text and p.status = 2
      and p.proposed_by = new.first_by and p.decided_by = new.thawed_by and p.proposed_at >= new.at)
  then
    raise check_violation using constraint = 'thawed_by_proposal', message = 'no two established operators agreed to thaw member ' || new.member_id;
  end if;
  return null;
end $$;
-- The proposal is decided in the same transaction, after what it does.
create constraint trigger self_freeze_thawed after update on self_freeze deferrable initially deferred for each row execute function self_freeze_thawed();
