import type { SliceAudit } from '../../ledger/index.ts';

/** Each own transfer has a journal of exactly its line, and each such journal a transfer. */
export const assetsAudits: readonly SliceAudit[] = [
  {
    name: 'each transfer between own accounts is one journal of one line, and says what it says',
    key: 'own-transfers',
    wrong: `select coalesce('transfer ' || t.id, 'journal ' || j.cause_id) || ': ' || coalesce(t.amount || ' of coin ' || t.coin_id || ', ' || t.from_type || ' to ' || t.to_type, 'no transfer')
        || '; its journal: ' || coalesce(j.lines_text, 'none') as row
      from account_transfer t
      full join (
        select e.cause_id, e.actor_kind, e.actor_id, count(l.line) as lines, min(f.member_id) as from_member, min(o.member_id) as to_member,
          min(f.type) as from_type, min(o.type) as to_type, min(f.coin_id) as coin_id, sum(l.amount) as amount,
          count(l.hold_kind) as holds, string_agg(l.amount || ' from account ' || l.from_account || ' to ' || l.to_account, ', ') as lines_text
        from ledger_journal e
        left join ledger_transfer l on l.journal_id = e.id
        left join ledger_account f on f.id = l.from_account
        left join ledger_account o on o.id = l.to_account
        where e.cause_kind = 'account-transfer'
        group by e.id, e.cause_id, e.actor_kind, e.actor_id
      ) j on j.cause_id = t.id::text
      where (j.lines = 1 and j.holds = 0 and j.actor_kind = 'member' and j.actor_id = t.member_id and j.from_member = t.member_id and j.to_member = t.member_id
        and j.from_type = t.from_type and j.to_type = t.to_type and j.coin_id = t.coin_id and j.amount = t.amount) is not true`,
    figures: `select count(*) || ' transfers between own accounts' as row from account_transfer`,
  },
];
