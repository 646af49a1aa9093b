import { RECORD_STATUS } from '@plimsoll/contract';
import type { SliceAudit } from '../../ledger/index.ts';

/** Each approved correction and house posting is exactly its journal, by two operators, and in their audit log. */
export const houseAudits: readonly SliceAudit[] = [
  {
    name: 'each correction and house posting that was approved is one journal of one line, and says what it says',
    key: 'proposed-postings',
    wrong: `select coalesce(p.kind || ' ' || p.id, j.cause_kind || ' journal ' || j.cause_id) || ': ' || coalesce(p.amount || ' of coin ' || p.coin_id || ', status ' || p.status, 'never proposed')
        || '; its journal: ' || coalesce(j.lines_text, 'none') as row
      from proposed_posting p
      full join (
        select e.cause_kind, e.cause_id, e.actor_kind, e.actor_id, count(l.line) as lines, count(l.hold_kind) as holds, min(l.amount) as amount,
          min(f.coin_id) as coin_id, min(f.member_id) as from_member, min(f.type) as from_type, min(f.house) as from_house,
          min(o.member_id) as to_member, min(o.type) as to_type, min(o.house) as to_house,
          string_agg(l.amount || ' from account ' || l.from_account || ' to ' || l.to_account, ', ' order by l.line) as lines_text
        from ledger_journal e
        left join ledger_transfer l on l.journal_id = e.id
        left join ledger_account f on f.id = l.from_account
        left join ledger_account o on o.id = l.to_account
        where e.cause_kind in ('correction', 'house-posting')
        group by e.id, e.cause_kind, e.cause_id, e.actor_kind, e.actor_id
      ) j on j.cause_kind = p.kind and j.cause_id = p.id::text
      where case
        when p.id is null then true
        when p.status <> ${RECORD_STATUS.completed} then j.cause_id is not null
        else (j.lines = 1 and j.holds = 0 and j.actor_kind = 'operator' and j.actor_id = p.decided_by and j.amount = abs(p.amount) and j.coin_id = p.coin_id
          and case when p.kind = 'correction' and p.amount > 0 then j.from_house = 'rewards' and j.to_member = p.member_id and j.to_type = p.type
                   when p.kind = 'correction' then j.from_member = p.member_id and j.from_type = p.type and j.to_house = 'rewards'
                   when p.amount > 0 then j.from_house = 'outside' and j.to_house = p.house
                   else j.from_house = p.house and j.to_house = 'outside' end) is not true
        end`,
    figures: `select count(*) filter (where kind = 'correction') || ' corrections and ' || count(*) filter (where kind = 'house-posting') || ' house postings, '
      || count(*) filter (where status = ${RECORD_STATUS.completed}) || ' posted, '
      || count(*) filter (where status = ${RECORD_STATUS.pending}) || ' waiting' as row from proposed_posting`,
  },
  {
    name: 'two operators made each correction and house posting, and their log says so',
    key: 'four-eyes',
    wrong: `select p.kind || ' ' || p.id || ': proposed by operator ' || p.proposed_by || ', decided by ' || coalesce(p.decided_by::text, 'nobody') as row
      from proposed_posting p
      where (p.status = ${RECORD_STATUS.completed} and p.decided_by = p.proposed_by)
        or not exists (select from operator_audit a where a.resource = p.kind || 's' and a.ref = p.id::text and a.action = 'propose' and a.operator_id = p.proposed_by)
        or (p.status <> ${RECORD_STATUS.pending} and (select count(*) from operator_audit a where a.resource = p.kind || 's' and a.ref = p.id::text
          and a.action = case p.status when ${RECORD_STATUS.completed} then 'approve' else 'reject' end and a.operator_id = p.decided_by) <> 1)`,
    figures: `select count(distinct operator_id) || ' operators at work on them' as row from operator_audit where resource in ('corrections', 'house-postings')`,
  },
];
