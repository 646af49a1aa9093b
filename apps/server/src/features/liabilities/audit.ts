import type { SliceAudit } from '../../ledger/index.ts';

// What house accounts had when an epoch was taken, from the journals up to its batch: of each line the epoch that first
// includes it, added up from epoch to epoch. One pass over the lines, however many epochs there are.
const HOUSE_AT_EPOCHS = `
  ends as (
    select e.epoch, coalesce(b.last_journal, 0) as last_journal, lag(coalesce(b.last_journal, 0), 1, 0::bigint) over (order by e.epoch) as before
    from liability_epoch e left join ledger_batch b on b.id = e.batch
  ),
  moved as (
    select s.epoch, a.house, a.coin_id, sum(case when a.id = t.to_account then t.amount else -t.amount end) as amount
    from ends s
    join ledger_transfer t on t.journal_id > s.before and t.journal_id <= s.last_journal and t.from_account <> t.to_account
    join ledger_account a on a.id in (t.from_account, t.to_account) and a.house is not null
    group by s.epoch, a.house, a.coin_id
  ),
  had as (
    select s.epoch, k.house, c.title as coin, sum(m.amount) over (partition by k.house, k.coin_id order by s.epoch) as amount
    from ends s cross join (select distinct house, coin_id from moved) k
    left join moved m on m.epoch = s.epoch and m.house = k.house and m.coin_id = k.coin_id
    join coin c on c.id = k.coin_id
  )`;

// What epochs say of house accounts, the totals as those of `outside` with the other sign.
const STATED = `
  stated as (
    select e.epoch, 'outside' as house, t.coin, -t.amount as amount
    from liability_epoch e cross join lateral unnest(e.coins, e.totals) as t (coin, amount)
    union all
    select e.epoch, h.value ->> 'name', e.coins[n.place], (n.amount)::numeric
    from liability_epoch e
    cross join lateral jsonb_array_elements(e.house) as h
    cross join lateral jsonb_array_elements_text(h.value -> 'amounts') with ordinality as n (amount, place)
  )`;

/** Audits of liabilities: what was published is what the journal says (PROOF 5). */
export const liabilitiesAudits: readonly SliceAudit[] = [
  {
    name: 'the totals of each epoch of liabilities, and its house accounts, are what the journal says at its batch',
    key: 'liabilities',
    wrong: `with ${HOUSE_AT_EPOCHS}, ${STATED}
      select 'epoch ' || coalesce(s.epoch, h.epoch) || ': ' || coalesce(s.house, h.house) || ' is ' || coalesce(h.amount, 0) || ' ' || coalesce(s.coin, h.coin)
        || ' by the journal, stated ' || coalesce(s.amount::text, 'nothing') as row
      from stated s
      full join had h on h.epoch = s.epoch and h.house = s.house and h.coin = s.coin
      where coalesce(s.amount, 0) <> coalesce(h.amount, 0)
      order by 1`,
    figures: `select count(*) || ' epochs' as row from liability_epoch`,
  },
  {
    name: 'the entry of each epoch of liabilities says what its row says, and epochs have no gap',
    key: 'liabilities-entries',
    wrong: `select 'epoch ' || e.epoch || ': ' || e.entry as row
      from (select *, row_number() over (order by epoch) as place, entry::jsonb as line from liability_epoch) e
      left join ledger_batch b on b.id = e.batch
      where (e.place = e.epoch and (e.batch = 0 or b.id is not null)
        and (e.line ->> 'epoch')::bigint = e.epoch and (e.line ->> 'batch')::bigint = e.batch and (e.line ->> 'leaves')::bigint = e.leaves
        and e.line ->> 'root' = encode(e.root, 'hex') and e.line -> 'coins' = to_jsonb(e.coins) and e.line -> 'house' = e.house
        and e.line ->> 'at' = to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        and (select array_agg(t.value::numeric order by t.place) from jsonb_array_elements_text(e.line -> 'totals') with ordinality as t (value, place)) is not distinct from nullif(e.totals, '{}')) is not true
      order by e.epoch`,
    figures: `select count(*) || ' entries' as row from liability_epoch`,
  },
];
