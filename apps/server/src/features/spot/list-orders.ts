import { type Input, type PriceMode, SIDE, type SpotOrder } from '@plimsoll/contract';
import { translator, type Translate } from '@plimsoll/i18n/server';
import { amount, averagePrice, format } from '@plimsoll/money';
import { sql, type Query } from '../../platform/db.ts';

export interface ShownRow {
  id: string;
  side: 1 | 2;
  status: 1 | 2 | 3;
  limit_price: string | null;
  kind: SpotOrder['kind'];
  quantity: string | null;
  filled: string;
  paid: string;
  fee: string;
  placed_at: Date;
  traded_at: Date | null;
  base: string;
  quote: string;
}

/** Columns of a {@link ShownRow}, of `spot_order o` and {@link SHOWN_JOINS}. */
export const SHOWN_COLUMNS =
  'o.id, o.side, o.status, o.limit_price, o.kind, o.quantity, o.filled, o.paid, o.fee, o.placed_at, o.traded_at, b.title as base, q.title as quote';
export const SHOWN_JOINS =
  'join market m on m.id = o.market_id join coin b on b.id = m.base_coin join coin q on q.id = m.quote_coin';

/** The page is cut before anything is joined: those before it are passed over, in an index where that knows. */
const pageOf = (name: string, wanted: string, limit: number) =>
  sql<ShownRow>(
    name,
    `
  select ${SHOWN_COLUMNS}
  from spot_order o ${SHOWN_JOINS}
  where o.id = any (array(
    select id from spot_order where member_id = $1 ${wanted} order by id desc limit $${limit} offset $${limit + 1}))
  order by o.id desc`,
  );
const all = pageOf('spot.listAllOrders', '', 2);
const ofStatus = pageOf('spot.listOrdersOfStatus', 'and status = $2', 3);
const narrowed = pageOf(
  'spot.listOrders',
  `and ($2::smallint is null or status = $2) and ($3::smallint is null or side = $3) and ($4::bigint is null or market_id = $4)
      and ($5::bigint is null or id = $5) and (cardinality($6::bigint[]) = 0 or market_id = any($6))`,
  7,
);

const BUY = Number(SIDE.buy);

/** `0` and nothing both mean all. */
const filter = (value: string | undefined): string | null => (value === undefined || value === '0' ? null : value);

/** An order as lists show it (docs/wire/spot.md). */
export function shownOrder(row: ShownRow, translate: Translate): SpotOrder {
  const mode: PriceMode = row.limit_price === null ? 'market' : 'limit';
  const filled = amount(row.filled);
  return {
    id: Number(row.id),
    type: row.side,
    type_text: translate(row.side === BUY ? 'terms.side.buy' : 'terms.side.sell'),
    ordertype_text: translate(`terms.mode.${mode}`),
    kind: row.kind,
    coinname: row.base,
    trade_coin: row.quote,
    status: row.status,
    addtime: row.placed_at.toISOString(),
    tradetime: row.traded_at?.toISOString() ?? null,
    xjprice: row.limit_price === null ? '0' : format(amount(row.limit_price)),
    price: format(averagePrice(amount(row.paid), filled)),
    predict_num: format(row.quantity === null ? filled : amount(row.quantity)),
    coinnum: format(filled),
    total: format(amount(row.paid)),
    fee: format(amount(row.fee)),
    fee_coin: row.side === BUY ? row.base : row.quote,
  };
}

interface Wanted extends Omit<Input<'tradegetOrderList'>, 'id'> {
  readonly id?: string | undefined;
  /** Markets that may be read; none: all. */
  readonly within?: readonly string[];
}

function readPage(
  query: Query,
  memberId: string,
  { status: ofAny, type, m_id, id, within = [], limit, page }: Wanted,
): Promise<ShownRow[]> {
  const [status, side] = [filter(ofAny), filter(type)];
  const cut = [limit, (page - 1) * limit];
  if (side !== null || m_id !== undefined || id !== undefined || within.length > 0)
    return query.run(narrowed, [memberId, status, side, m_id ?? null, id ?? null, within, ...cut]);
  return status === null ? query.run(all, [memberId, ...cut]) : query.run(ofStatus, [memberId, status, ...cut]);
}

/** One page of a member's orders, newest first (docs/wire/spot.md). */
export async function listOrders(query: Query, memberId: string, lang: string, input: Wanted): Promise<SpotOrder[]> {
  const rows = await readPage(query, memberId, input);
  const translate = translator(lang);
  return rows.map((row) => shownOrder(row, translate));
}
