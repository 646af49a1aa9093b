-- Late interest (rules 6, docs/LOANS.md): what funds did not pay at its time costs the loan's rate for each full day that it is overdue. Loans that
-- were applied for before agreed to none, and have none.

alter table loan add column runs_late boolean not null default false;
-- What was taken beside the total.
alter table loan add column late_interest numeric not null default 0;
alter table loan add constraint loan_late_interest check (late_interest = 0 or (
  late_interest > 0 and scale(trim_scale(late_interest)) <= decimals and runs_late and is_repayment = 1 and coalesce(overdue_at >= repayment_time, false)
  and late_interest <= amount * interest_rate * 0.01 * floor(extract(epoch from (repaid_at - repayment_time)) / 86400) + 0.5 * (0.1 ^ decimals))) not valid;

create or replace function loan_went_on() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.id, new.member_id, new.project_id, new.project_version, new.coin_id, new.amount, new.interest_rate, new.cycle, new.decimals, new.interest, new.total,
      new.front_card, new.later_card, new.handheld_card, new.at, new.runs_late)
    is distinct from
    (old.id, old.member_id, old.project_id, old.project_version, old.coin_id, old.amount, old.interest_rate, old.cycle, old.decimals, old.interest, old.total,
      old.front_card, old.later_card, old.handheld_card, old.at, old.runs_late)
  then
    raise check_violation using message = 'what was agreed on loan ' || old.id || ' would change';
  end if;
  if old.status = 1 then
    if new.status = 1 or new.is_repayment <> 0 or new.late_interest <> 0 then
      raise check_violation using message = 'loan ' || old.id || ' is not decided by that';
    end if;
    if new.status = 2 and not exists (select from ledger_journal j where j.cause_kind = 'loan' and j.cause_id = new.id::text) then
      raise check_violation using message = 'loan ' || old.id || ' was not credited';
    end if;
    return new;
  end if;
  if (new.status, new.decided_by, new.decided_at, new.remark, new.repayment_time) is distinct from (old.status, old.decided_by, old.decided_at, old.remark, old.repayment_time)
    or old.is_repayment = 1 or new.is_repayment <= old.is_repayment and new.is_repayment <> 1
    or old.overdue_at is not null and new.overdue_at is distinct from old.overdue_at
  then
    raise check_violation using message = 'loan ' || old.id || ' is decided, or was repaid';
  end if;
  if new.is_repayment = 1 and not exists (select from ledger_journal j where j.cause_kind = 'loan-repayment' and j.cause_id = new.id::text) then
    raise check_violation using message = 'loan ' || old.id || ' was not repaid';
  end if;
  return new;
end $$;

grant update (late_interest) on loan to plimsoll_app;
