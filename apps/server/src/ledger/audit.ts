import { sql, type Db, type Statement, type Tx } from '../platform/db.ts';
import type { SliceAudit } from '../platform/slice.ts';

export type { SliceAudit } from '../platform/slice.ts';

/** One thing the audit looked at. */
export interface AuditCheck {
  readonly name: string;
  readonly ok: boolean;
  /** What was counted. */
  readonly detail: string;
  /** The offending rows, at most a hundred. */
  readonly rows: readonly string[];
}
export interface AuditReport {
  readonly ok: boolean;
  readonly checks: readonly AuditCheck[];
}

interface Finding {
  row: string;
}
interface Probe {
  readonly name: string;
  /** Wrong rows, each as a line of text. */
  readonly wrong: Statement<Finding>;
  /** One line of figures. */
  readonly figures: Statement<Finding>;
}

const probe = (name: string, key: string, wrong: string, figures: string): Probe => ({
  name,
  wrong: sql(`audit.${key}.wrong`, `${wrong} limit 100`),
  figures: sql(`audit.${key}.figures`, figures),
});

/** Every change of an account by the journal: minus at the payer, plus at the payee. */
const ENTRIES = `
  select from_account as account, from_frozen as frozen, -amount as change from ledger_transfer
  union all
  select to_account, to_frozen, amount from ledger_transfer`;

const PROBES: readonly Probe[] = [
  probe(
    'the balances of each coin sum to zero',
    'sum',
    `select c.title || ': ' || s.total as row from (select coin_id, sum(available + frozen) as total from ledger_account group by coin_id) s
     join coin c on c.id = s.coin_id where s.total <> 0`,
    `select count(*) || ' accounts, ' || count(distinct coin_id) || ' coins' as row from ledger_account`,
  ),
  probe(
    'each journal has lines, of one coin from end to end',
    'journals',
    `select 'journal ' || j.id as row from ledger_journal j
     left join ledger_transfer t on t.journal_id = j.id
     left join ledger_account f on f.id = t.from_account left join ledger_account o on o.id = t.to_account
     where t.journal_id is null or f.coin_id is distinct from o.coin_id`,
    `select (select count(*) from ledger_journal) || ' journals, ' || count(*) || ' lines' as row from ledger_transfer`,
  ),
  probe(
    'each balance is the sum of its entries',
    'entries',
    `select 'account ' || a.id || ': ' || a.available || ' + ' || a.frozen || ' frozen, entries say ' || coalesce(e.available, 0) || ' + ' || coalesce(e.frozen, 0) as row
     from ledger_account a
     left join (select account, coalesce(sum(change) filter (where not frozen), 0) as available, coalesce(sum(change) filter (where frozen), 0) as frozen
                from (${ENTRIES}) each group by account) e on e.account = a.id
     where a.available <> coalesce(e.available, 0) or a.frozen <> coalesce(e.frozen, 0)`,
    `select count(*) || ' accounts rebuilt from the journal' as row from ledger_account`,
  ),
  probe(
    'no account is below zero',
    'negative',
    `select 'account ' || id || ': ' || available || ' + ' || frozen as row from ledger_account
     where (available < 0 and coalesce(house, '') <> 'outside') or frozen < 0`,
    `select count(*) filter (where member_id is not null) || ' of members, ' || count(*) filter (where house is not null) || ' of house accounts' as row from ledger_account`,
  ),
  probe(
    'what is frozen is what open holds say',
    'holds',
    `select 'account ' || coalesce(a.id, h.account_id) || ': ' || coalesce(a.frozen, 0) || ' frozen, holds say ' || coalesce(h.open, 0) as row from ledger_account a
     full join (select account_id, sum(amount - captured - released) as open from ledger_hold group by account_id) h on h.account_id = a.id
     where a.id is null or a.frozen <> coalesce(h.open, 0)`,
    `select count(*) || ' holds, ' || count(*) filter (where captured + released < amount) || ' open' as row from ledger_hold`,
  ),
  probe(
    'each hold was made once and ended as its lines say',
    'hold-lines',
    `select 'hold ' || h.kind || ' ' || h.ref as row from ledger_hold h
     full join (
       select hold_kind, hold_ref, sum(amount) filter (where to_frozen) as held, coalesce(sum(amount) filter (where from_frozen and from_account <> to_account), 0) as captured,
         coalesce(sum(amount) filter (where from_frozen and from_account = to_account), 0) as released, count(*) filter (where to_frozen) as made
       from ledger_transfer where hold_kind is not null group by hold_kind, hold_ref
     ) l on l.hold_kind = h.kind and l.hold_ref = h.ref
     where (l.made = 1 and l.held = h.amount and l.captured = h.captured and l.released = h.released and h.captured + h.released <= h.amount) is not true`,
    `select count(*) || ' lines of holds' as row from ledger_transfer where hold_kind is not null`,
  ),
  probe(
    'the chain is intact',
    'chain',
    `select 'link ' || b.id as row from (
       select *, lag(hash, 1, sha256('plimsoll')) over (order by id) as before_hash, lag(last_journal, 1, 0::bigint) over (order by id) as before_last,
         row_number() over (order by id) as nth from ledger_batch) b
     where b.id <> b.nth or b.first_journal <> b.before_last + 1 or b.previous_hash <> b.before_hash
       or b.hash <> case when b.last_journal < b.first_journal then ledger_open_link(b.previous_hash, b.id, b.at)
         else ledger_link(b.previous_hash, b.first_journal, b.last_journal) end
     union all
     select 'account ' || a.id || ' was not opened in the chain' from ledger_account a
     left join ledger_batch b on b.id = a.opened_in and b.last_journal < b.first_journal where b.id is null
     union all
     select 'the end of the chain' from ledger_head h
     left join ledger_batch b on b.id = (select max(id) from ledger_batch)
     where h.batch_id <> coalesce(b.id, 0) or h.journal_id <> coalesce(b.last_journal, 0) or h.hash <> coalesce(b.hash, sha256('plimsoll'))
     union all
     select 'journal ' || id || ' beyond the chain' from ledger_journal where id > (select journal_id from ledger_head)
     union all
     select 'line of no journal ' || t.journal_id from ledger_transfer t where not exists (select from ledger_journal j where j.id = t.journal_id)`,
    `select batch_id || ' links, ' || journal_id || ' journals, end ' || encode(hash, 'hex') as row from ledger_head`,
  ),
];

async function look(tx: Tx, { name, wrong, figures }: Probe): Promise<AuditCheck> {
  const rows = (await tx.run(wrong)).map(({ row }) => row);
  const [figure] = await tx.run(figures);
  return { name, ok: rows.length === 0, detail: figure?.row ?? '', rows };
}

/** Checks the whole ledger and the slices' rows in one snapshot (RULES 1.11). Changes nothing. */
export function auditLedger(db: Db, slices: readonly SliceAudit[] = []): Promise<AuditReport> {
  return db.snapshot(async (tx) => {
    const checks: AuditCheck[] = [];
    for (const each of PROBES) checks.push(await look(tx, each));
    for (const { name, key, wrong, figures } of slices) checks.push(await look(tx, probe(name, key, wrong, figures)));
    return { ok: checks.every((check) => check.ok), checks };
  });
}
