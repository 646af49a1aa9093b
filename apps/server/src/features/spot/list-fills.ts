import { SIDE, type Input, type SpotFill } from '@plimsoll/contract';
import { amount, format } from '@plimsoll/money';
import { sql, type Query } from '../../platform/db.ts';

interface FillRow {
  order_id: string;
  n: number;
  side: 1 | 2;
  at: Date;
  price: string;
  quantity: string;
  paid: string;
  fee: string;
  base: string;
  quote: string;
}

const page = sql<FillRow>(
  'spot.listFills',
  `
  select f.order_id, f.n, o.side, f.at, f.price, f.quantity, f.paid, f.fee, b.title as base, q.title as quote
  from spot_order o
  join spot_fill f on f.order_id = o.id
  join market m on m.id = o.market_id join coin b on b.id = m.base_coin join coin q on q.id = m.quote_coin
  where o.member_id = $1 and o.market_id = $2 and o.fills > 0
  order by f.at desc, f.order_id desc, f.n desc limit $3 offset $4`,
);

const BUY = Number(SIDE.buy);
const shown = (decimal: string): string => format(amount(decimal));

/** One page of a member's fills in a market, newest first (docs/wire/spot.md). */
export async function listFills(
  query: Query,
  memberId: string,
  { m_id, page: number, limit }: Input<'tradegetFillList'>,
): Promise<SpotFill[]> {
  const rows = await query.run(page, [memberId, m_id, limit, (number - 1) * limit]);
  return rows.map((row) => ({
    bb_id: Number(row.order_id),
    n: row.n,
    type: row.side,
    time: row.at.toISOString(),
    price: shown(row.price),
    num: shown(row.quantity),
    amount: shown(row.paid),
    fee: shown(row.fee),
    fee_coin: row.side === BUY ? row.base : row.quote,
  }));
}
