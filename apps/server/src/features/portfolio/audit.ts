import type { SliceAudit } from '../../platform/slice.ts';

/** What lines changed in each of a member's accounts, of journals after \`whole_to\` and not before \`at\`. */
const changesAfter = (from: string): string => `
  coalesce((
    select sum(t.amount) from (
      (select journal_id, -amount as amount from ledger_transfer where from_account = a.id and from_account <> to_account and journal_id > ${from}.whole_to)
      union all
      (select journal_id, amount from ledger_transfer where to_account = a.id and from_account <> to_account and journal_id > ${from}.whole_to)
    ) t join ledger_journal j on j.id = t.journal_id where j.at >= ${from}.at), 0)`;

const kept = (from: string): string =>
  `coalesce((${from}.sums -> 'accounts' ->> (a.type || ' ' || a.coin_id))::numeric, 0)`;

// From what accounts have now, back to the time of the sums.
const balances = (sums: string): string => `
  select 'member ' || s.member_id || ' at ' || s.at || ', account ' || a.type || ', coin ' || a.coin_id || ': '
    || ${kept('s')} || ' in the portfolio, ' || (a.available + a.frozen - ${changesAfter('s')}) || ' in the ledger' as row
  from ${sums} s join ledger_account a on a.member_id = s.member_id
  where ${kept('s')} <> a.available + a.frozen - ${changesAfter('s')}`;

const NEWEST = '(select distinct on (member_id) * from portfolio_checkpoint order by member_id, at desc)';
const FIGURES = `select count(*) || ' sums of ' || count(distinct member_id) || ' members' as row from portfolio_checkpoint`;

// Each sum of quantities, and the identity that holds whatever the prices were.
const sumsOf = (sums: string): string => `
  select 'member ' || s.member_id || ' at ' || s.at || ': its parts do not add up' as row
  from ${sums} s
  cross join lateral (
    select coalesce(sum((value ->> 'cost')::numeric - (value ->> 'realised')::numeric), 0) as cost
    from jsonb_each(s.sums -> 'coins')) c
  where c.cost <> (s.sums ->> 'moneyIn')::numeric - (s.sums ->> 'moneyOut')::numeric + (s.sums ->> 'options')::numeric
      + (s.sums ->> 'fees')::numeric + (s.sums ->> 'interest')::numeric
    or exists (
      select from jsonb_each(s.sums -> 'coins') coin
      where (coin.value ->> 'quantity')::numeric <> (
        select coalesce(sum(held.value::numeric), 0) from jsonb_each_text(s.sums -> 'accounts') held
        where split_part(held.key, ' ', 2) = coin.key))`;

/** What was kept for portfolios, compared with the ledger. A run with a seal looks at each member's newest sums. */
export const portfolioAudits: readonly SliceAudit[] = [
  {
    name: 'the sums of portfolios are the ledger’s balances of their time',
    key: 'portfolio-balances',
    wrong: balances('portfolio_checkpoint'),
    figures: FIGURES,
    after: { wrong: balances(NEWEST) },
  },
  {
    name: 'the parts of portfolios add up',
    key: 'portfolio-parts',
    wrong: sumsOf('portfolio_checkpoint'),
    figures: FIGURES,
    after: { wrong: sumsOf(NEWEST) },
  },
];
