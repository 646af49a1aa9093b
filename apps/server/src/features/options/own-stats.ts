import { OPTION_STATUS, ok, type Answer, type Input, type Result } from '@plimsoll/contract';
import { STATS_LAST } from '@plimsoll/contract/codes/options';
import { amount, format } from '@plimsoll/money';
import { sql, type Query } from '../../platform/db.ts';
import { DAY_MS } from './limits.ts';
import { STAKED } from './options-service.ts';

type Stats = Answer<'getHyStats'>;

const SETTLED = `o.member_id = $1 and o.status = ${OPTION_STATUS.settled} and o.settled_at >= $2`;
const DECIDED = `o.outcome in ('win', 'lose')`;

interface Row {
  /** Null in the sum of all. */
  seconds: number | null;
  count: string;
  staked: string;
  profit: string;
  won: string;
  decided: string;
  break_even: string | null;
}

const byDuration = sql<Row>(
  'option.statsOf',
  `
  select o.seconds, count(*) as count, coalesce(sum(o.stake), 0) as staked, coalesce(sum(o.profit), 0) as profit,
    count(*) filter (where o.outcome = 'win') as won, count(*) filter (where ${DECIDED}) as decided,
    to_char(avg(100 / (1 + o.rate)) filter (where ${DECIDED}), 'FM990.00') as break_even
  from option_order o where ${SETTLED} group by grouping sets ((o.seconds), ()) order by o.seconds`,
);
const last = sql<{ id: string; outcome: Stats['last'][number]['outcome'] }>(
  'option.lastOutcomes',
  `select o.id, o.outcome from option_order o where ${SETTLED} order by o.settled_at desc, o.id desc limit ${STATS_LAST}`,
);

// not money: how many options there are
const countsOf = ({ count, won, decided, break_even }: Row) => ({
  count: Number(count),
  right: Number(won),
  decided: Number(decided),
  break_even,
});

/** What a member's settled options came to (WIRE options.getHyStats), of the last days by their settlement. */
export async function showStats(
  query: Query,
  memberId: string,
  { days = '0', nowMs }: Input<'getHyStats'> & { readonly nowMs: number },
): Promise<Result<Stats>> {
  const from = new Date(days === '0' ? 0 : nowMs - Number(days) * DAY_MS);
  const [rows, outcomes] = await Promise.all([
    query.run(byDuration, [memberId, from]),
    query.run(last, [memberId, from]),
  ]);
  const whole = rows.find(({ seconds }) => seconds === null);
  if (!whole) throw new Error('the sum of all options has no row');
  return ok({
    coinname: STAKED,
    ...countsOf(whole),
    staked: format(amount(whole.staked)),
    profit: format(amount(whole.profit)),
    durations: rows.flatMap((row) =>
      row.seconds === null ? [] : [{ time: row.seconds, profit: format(amount(row.profit)), ...countsOf(row) }],
    ),
    last: outcomes.map(({ id, outcome }) => ({ order_id: Number(id), outcome })),
  });
}
