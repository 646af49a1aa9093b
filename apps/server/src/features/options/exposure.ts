import { OPTION_STATUS } from '@plimsoll/contract';
import { sql, type Query } from '../../platform/db.ts';

export interface OpenStakes {
  readonly market_id: string;
  readonly symbol: string;
  readonly coinname: string;
  readonly direction: 1 | 2;
  readonly open: number;
  readonly stakes: string;
  readonly winnings: string;
}

const open = sql<OpenStakes>(
  'option.openStakes',
  `
  select s.market_id, m.symbol, b.title || '/' || q.title as coinname, s.direction, s.open, s.stakes, s.winnings
  from (
    select market_id, direction, count(*)::int as open, sum(stake) as stakes, sum(winnings) as winnings
    from option_order where status = ${OPTION_STATUS.open} group by market_id, direction) s
  join market m on m.id = s.market_id join coin b on b.id = m.base_coin join coin q on q.id = m.quote_coin
  order by m.sort, m.id, s.direction`,
);

/** Open stakes and possible winnings, by market and direction. Reads every open option once. */
export const openStakes = (query: Query): Promise<OpenStakes[]> => query.run(open);
