import { SPOT_STATUS } from '@plimsoll/contract';
import { sql, type Query } from '../../platform/db.ts';

export interface OpenSide {
  readonly market_id: string;
  readonly symbol: string;
  readonly coinname: string;
  readonly side: 1 | 2;
  readonly open: number;
  /** Frozen for them: quote of buys, base of sells. */
  readonly held: string;
}

const open = sql<OpenSide>(
  'spot.openSides',
  `
  select s.market_id, m.symbol, b.title || '/' || q.title as coinname, s.side, s.open, s.held
  from (
    select market_id, side, count(*)::int as open, sum(held) as held from spot_order
    where status = ${SPOT_STATUS.open} group by market_id, side) s
  join market m on m.id = s.market_id join coin b on b.id = m.base_coin join coin q on q.id = m.quote_coin order by m.sort, m.id, s.side`,
);

/** What open orders hold, by market and side; sides without any are omitted. Reads every open order once. */
export const openSides = (query: Query): Promise<OpenSide[]> => query.run(open);
