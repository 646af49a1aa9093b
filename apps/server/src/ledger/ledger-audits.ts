import type { SliceAudit } from '../platform/slice.ts';

/** Every change of an account by the journal: minus at the payer, plus at the payee. */
const ENTRIES = `
  select from_account as account, from_frozen as frozen, -amount as change from ledger_transfer
  union all
  select to_account, to_frozen, amount from ledger_transfer`;

/** The ledger against itself (RULES 1.11). */
export const LEDGER_AUDITS: readonly SliceAudit[] = [
  {
    name: 'the balances of each coin sum to zero',
    key: 'sum',
    wrong: `select c.title || ': ' || s.total as row from (select coin_id, sum(available + frozen) as total from ledger_account group by coin_id) s
     join coin c on c.id = s.coin_id where s.total <> 0`,
    figures: `select count(*) || ' accounts, ' || count(distinct coin_id) || ' coins' as row from ledger_account`,
  },
  {
    name: 'each journal has lines, of one coin from end to end',
    key: 'journals',
    wrong: `select 'journal ' || j.id as row from ledger_journal j
     left join ledger_transfer t on t.journal_id = j.id
     left join ledger_account f on f.id = t.from_account left join ledger_account o on o.id = t.to_account
     where t.journal_id is null or f.coin_id is distinct from o.coin_id`,
    figures: `select (select count(*) from ledger_journal) || ' journals, ' || count(*) || ' lines' as row from ledger_transfer`,
    after: {
      wrong: `select 'journal ' || j.id as row from ledger_journal j
     left join ledger_transfer t on t.journal_id = j.id
     left join ledger_account f on f.id = t.from_account left join ledger_account o on o.id = t.to_account
     where j.id > {journal} and (t.journal_id is null or f.coin_id is distinct from o.coin_id)`,
      figures: `select count(*) || ' journals since the seal' as row from ledger_journal where id > {journal}`,
    },
  },
  {
    name: 'each balance is the sum of its entries',
    key: 'entries',
    wrong: `select 'account ' || a.id || ': ' || a.available || ' + ' || a.frozen || ' frozen, entries say ' || coalesce(e.available, 0) || ' + ' || coalesce(e.frozen, 0) as row
     from ledger_account a
     left join (select account, coalesce(sum(change) filter (where not frozen), 0) as available, coalesce(sum(change) filter (where frozen), 0) as frozen
                from (${ENTRIES}) each group by account) e on e.account = a.id
     where a.available <> coalesce(e.available, 0) or a.frozen <> coalesce(e.frozen, 0)`,
    figures: `select count(*) || ' accounts rebuilt from the journal' as row from ledger_account`,
    after: {
      // Of accounts that were there, the seal has the root over what they had.
      wrong: `select 'account ' || a.id || ': ' || a.available || ' + ' || a.frozen || ' frozen, entries say ' || coalesce(e.available, 0) || ' + ' || coalesce(e.frozen, 0) as row
     from ledger_account a
     left join (select account, coalesce(sum(change) filter (where not frozen), 0) as available, coalesce(sum(change) filter (where frozen), 0) as frozen
                from (select from_account as account, from_frozen as frozen, -amount as change from ledger_transfer where journal_id > {journal}
                  union all
                  select to_account, to_frozen, amount from ledger_transfer where journal_id > {journal}) each group by account) e on e.account = a.id
     where a.opened_in > {batch} and (a.available <> coalesce(e.available, 0) or a.frozen <> coalesce(e.frozen, 0))`,
      figures: `select count(*) || ' accounts, ' || count(*) filter (where opened_in > {batch}) || ' of them opened since the seal' as row from ledger_account`,
    },
  },
  {
    name: 'no account is below zero',
    key: 'negative',
    wrong: `select 'account ' || id || ': ' || available || ' + ' || frozen as row from ledger_account
     where (available < 0 and coalesce(house, '') <> 'outside') or frozen < 0`,
    figures: `select count(*) filter (where member_id is not null) || ' of members, ' || count(*) filter (where house is not null) || ' of house accounts' as row from ledger_account`,
  },
  {
    name: 'what is frozen is what open holds say',
    key: 'holds',
    wrong: `select 'account ' || coalesce(a.id, h.account_id) || ': ' || coalesce(a.frozen, 0) || ' frozen, holds say ' || coalesce(h.open, 0) as row from ledger_account a
     full join (select account_id, sum(amount - captured - released) as open from ledger_hold group by account_id) h on h.account_id = a.id
     where a.id is null or a.frozen <> coalesce(h.open, 0)`,
    figures: `select count(*) || ' holds, ' || count(*) filter (where captured + released < amount) || ' open' as row from ledger_hold`,
  },
  {
    name: 'each hold was made once and ended as its lines say',
    key: 'hold-lines',
    wrong: `select 'hold ' || h.kind || ' ' || h.ref as row from ledger_hold h
     full join (
       select hold_kind, hold_ref, sum(amount) filter (where to_frozen) as held, coalesce(sum(amount) filter (where from_frozen and from_account <> to_account), 0) as captured,
         coalesce(sum(amount) filter (where from_frozen and from_account = to_account), 0) as released, count(*) filter (where to_frozen) as made
       from ledger_transfer where hold_kind is not null group by hold_kind, hold_ref
     ) l on l.hold_kind = h.kind and l.hold_ref = h.ref
     where (l.made = 1 and l.held = h.amount and l.captured = h.captured and l.released = h.released and h.captured + h.released <= h.amount) is not true`,
    figures: `select count(*) || ' lines of holds' as row from ledger_transfer where hold_kind is not null`,
    after: {
      // Of holds that were made before, the seal has the root over what was open.
      wrong: `select 'hold ' || l.hold_kind || ' ' || l.hold_ref as row from (
       select hold_kind, hold_ref, sum(amount) filter (where to_frozen) as held, coalesce(sum(amount) filter (where from_frozen and from_account <> to_account), 0) as captured,
         coalesce(sum(amount) filter (where from_frozen and from_account = to_account), 0) as released, count(*) filter (where to_frozen) as made
       from ledger_transfer where hold_kind is not null and journal_id > {journal} group by hold_kind, hold_ref
     ) l left join ledger_hold h on l.hold_kind = h.kind and l.hold_ref = h.ref
     where (h.captured + h.released <= h.amount and case l.made
       when 0 then h.captured >= l.captured and h.released >= l.released
       else l.made = 1 and l.held = h.amount and l.captured = h.captured and l.released = h.released end) is not true`,
      figures: `select count(*) || ' lines of holds since the seal' as row from ledger_transfer where hold_kind is not null and journal_id > {journal}`,
    },
  },
  {
    name: 'the chain is intact',
    key: 'chain',
    wrong: `select 'link ' || b.id as row from (
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
    figures: `select batch_id || ' links, ' || journal_id || ' journals, end ' || encode(hash, 'hex') as row from ledger_head`,
    after: {
      wrong: `select 'link ' || b.id as row from (
       select *, lag(hash) over (order by id) as before_hash, lag(last_journal) over (order by id) as before_last,
         row_number() over (order by id) as nth from ledger_batch where id >= {batch}) b
     where b.id > {batch} and ((b.id = {batch} + b.nth - case when {batch} = 0 then 0 else 1 end
         and b.first_journal = coalesce(b.before_last, 0) + 1 and b.previous_hash = coalesce(b.before_hash, sha256('plimsoll'))
         and b.hash = case when b.last_journal < b.first_journal then ledger_open_link(b.previous_hash, b.id, b.at)
           else ledger_link(b.previous_hash, b.first_journal, b.last_journal) end) is not true)
     union all
     select 'account ' || a.id || ' was not opened in the chain' from ledger_account a
     left join ledger_batch b on b.id = a.opened_in and b.last_journal < b.first_journal where a.opened_in > {batch} and b.id is null
     union all
     select 'the end of the chain' from ledger_head h
     left join ledger_batch b on b.id = (select max(id) from ledger_batch)
     where h.batch_id <> coalesce(b.id, 0) or h.journal_id <> coalesce(b.last_journal, 0) or h.hash <> coalesce(b.hash, sha256('plimsoll'))
     union all
     select 'journal ' || id || ' beyond the chain' from ledger_journal where id > (select journal_id from ledger_head)
     union all
     select 'line of no journal ' || t.journal_id from ledger_transfer t
     where t.journal_id > {journal} and not exists (select from ledger_journal j where j.id = t.journal_id)`,
      figures: `select batch_id - {batch} || ' links since the seal, ' || batch_id || ' in all, end ' || encode(hash, 'hex') as row from ledger_head`,
    },
  },
];
