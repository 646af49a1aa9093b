-- A deposit that is credited above its claim, or above the threshold with what else came within a day, needs two operators (rules 8): the first
-- approval is a proposal, the second credits it.

-- In USDT, of what one operator credited alone: what the day's sums are made of.
alter table recharge add column alone_worth numeric;
grant update (alone_worth) on recharge to plimsoll_app;
-- safe: the table is new
create unique index recharge_proposed on proposal (kind, ref) where kind = 'recharges' and status = 1;

create function recharge_two() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  waiting proposal;
  agreed boolean;
begin
  select * into waiting from proposal p where p.kind = 'recharges' and p.ref = new.id::text and p.status = 1 for update;
  agreed := waiting.id is not null and new.status = 2 and new.alone_worth is null and (waiting.data->>'amount')::numeric = new.credited
    and operator_may_second(new.decided_by, waiting.proposed_by, waiting.proposed_at);
  if new.status = 2 and new.credited > new.claimed and not agreed then
    raise check_violation using constraint = 'second_established', message = 'deposit ' || new.id || ' is credited above its claim by one operator';
  end if;
  if waiting.id is not null then
    -- Not agreed: it was decided otherwise than it was proposed.
    update proposal set status = case when agreed then 2 else 3 end, decided_by = new.decided_by, decided_at = greatest(new.decided_at, proposed_at), decision_remark = new.remark where id = waiting.id;
  end if;
  return null;
end $$;
create trigger recharge_two after update on recharge for each row execute function recharge_two();

create function recharges_credited_alone(whose bigint, approver bigint, since timestamptz) returns table (of_member numeric, of_approver numeric)
language sql stable set search_path = public, pg_temp as $$
  select coalesce(sum(r.alone_worth) filter (where r.member_id = whose), 0), coalesce(sum(r.alone_worth) filter (where r.decided_by = approver), 0)
  from recharge r where r.status = 2 and r.alone_worth is not null and r.decided_at > since and (r.member_id = whose or r.decided_by = approver)
$$;
grant execute on function recharges_credited_alone to plimsoll_app;
