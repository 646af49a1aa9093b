import type { SliceAudit } from '../../ledger/index.ts';

// What house accounts had up to the journal that a run goes on from, or that an epoch since the seal was taken at: what
// they have now, less the lines since.
const SINCE_SEAL = `
  base as (
    select least({journal}, coalesce(min(coalesce(b.last_journal, 0)), {journal})) as journal
    from liability_epoch e left join ledger_batch b on b.id = e.batch where e.epoch > {epoch}
  ),
  sealed as (
    select a.house::text as house, a.coin_id, a.available + a.frozen
      - coalesce(sum(case when a.id = t.to_account then t.amount else -t.amount end), 0) as amount
    from ledger_account a
    left join ledger_transfer t on t.journal_id > (select journal from base) and t.from_account <> t.to_account
      and a.id in (t.from_account, t.to_account)
    where a.house is not null and exists (select from liability_epoch where epoch > {epoch}) group by a.id
  ),`;
const SINCE_BEGINNING = `
  base as (select 0::bigint as journal),
  sealed as (select null::text as house, null::bigint as coin_id, 0::numeric as amount where false),`;

// What house accounts had when an epoch was taken, from the journals up to its batch: of each line the epoch that first
// includes it, added up from epoch to epoch. One pass over the lines, however many epochs there are.
const houseAtEpochs = (since: string, sealedEpoch: '0' | '{epoch}'): string => `${since}
  ends as (
    select e.epoch, coalesce(b.last_journal, 0) as last_journal,
      lag(coalesce(b.last_journal, 0), 1, (select journal from base)) over (order by e.epoch) as before
    from liability_epoch e left join ledger_batch b on b.id = e.batch where e.epoch > ${sealedEpoch}
  ),
  moved as (
    select s.epoch, a.house, a.coin_id, sum(case when a.id = t.to_account then t.amount else -t.amount end) as amount
    from ends s
    join ledger_transfer t on t.journal_id > s.before and t.journal_id <= s.last_journal and t.from_account <> t.to_account
    join ledger_account a on a.id in (t.from_account, t.to_account) and a.house is not null
    group by s.epoch, a.house, a.coin_id
  ),
  had as (
    select s.epoch, k.house, c.title as coin, coalesce(z.amount, 0) + coalesce(sum(m.amount) over (partition by k.house, k.coin_id order by s.epoch), 0) as amount
    from ends s cross join (select house, coin_id from moved union select house, coin_id from sealed) k
    left join sealed z on z.house = k.house and z.coin_id = k.coin_id
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

/** Epochs that do not say what the journal says. */
const misstated = (houses: string): string =>
  `with ${houses}, ${STATED}
      select 'epoch ' || coalesce(s.epoch, h.epoch) || ': ' || coalesce(s.house, h.house) || ' is ' || coalesce(h.amount, 0) || ' ' || coalesce(s.coin, h.coin)
        || ' by the journal, stated ' || coalesce(s.amount::text, 'nothing') as row
      from (select * from stated where epoch in (select epoch from ends)) s
      full join had h on h.epoch = s.epoch and h.house = s.house and h.coin = s.coin
      where coalesce(s.amount, 0) <> coalesce(h.amount, 0)
      order by 1`;

/** Audits of liabilities: what was published is what the journal says (PROOF 5). */
export const liabilitiesAudits: readonly SliceAudit[] = [
  {
    name: 'the totals of each epoch of liabilities, and its house accounts, are what the journal says at its batch',
    key: 'liabilities',
    wrong: misstated(houseAtEpochs(SINCE_BEGINNING, '0')),
    figures: `select count(*) || ' epochs' as row from liability_epoch`,
    after: { wrong: misstated(houseAtEpochs(SINCE_SEAL, '{epoch}')) },
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
