import type { CauseKind } from './cause-kinds.ts';

/**
 * For audits: the journals of a kind as a table (id, cause_id, actor_kind, actor_id, lines), `lines` being their lines as
 * text, in order: `from > to amount coin [hold]`, a member's account as `member/type`, its frozen part named.
 */
export const journalLines = (kind: CauseKind): string => `(
  select e.id, e.cause_id, e.actor_kind, e.actor_id,
    string_agg(concat_ws(' ', coalesce(f.house, f.member_id || '/' || f.type), case when l.from_frozen then 'frozen' end, '>', coalesce(o.house, o.member_id || '/' || o.type),
      case when l.to_frozen then 'frozen' end, trim_scale(l.amount), f.coin_id, l.hold_kind, l.hold_ref), ', ' order by l.line) as lines
  from ledger_journal e
  left join ledger_transfer l on l.journal_id = e.id
  left join ledger_account f on f.id = l.from_account
  left join ledger_account o on o.id = l.to_account
  where e.cause_kind = '${kind}' group by e.id, e.cause_id, e.actor_kind, e.actor_id)`;
