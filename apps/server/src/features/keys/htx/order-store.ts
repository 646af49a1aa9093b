import { sql, type Query } from '../../../platform/db.ts';

/** An order as programs are shown it. */
export interface OrderRow {
  id: string;
  member_id: string;
  market_id: string;
  symbol: string;
  base: string;
  quote: string;
  side: 1 | 2;
  status: 1 | 2 | 3;
  kind: 1 | 2 | 3 | 4;
  limit_price: string | null;
  quantity: string | null;
  budget: string | null;
  filled: string;
  paid: string;
  fee: string;
  /** How many fills it has. */
  fills: number;
  key_id: string | null;
  client_id: string | null;
  placed_at: Date;
  traded_at: Date | null;
}

const COLUMNS = `o.id, o.member_id, o.market_id, m.symbol, b.title as base, q.title as quote, o.side, o.status, o.kind,
  o.limit_price, o.quantity, o.budget, o.filled, o.paid, o.fee, o.fills, o.key_id, o.client_id, o.placed_at, o.traded_at`;
const JOINS =
  'join market m on m.id = o.market_id join coin b on b.id = m.base_coin join coin q on q.id = m.quote_coin';

const one = sql<OrderRow>(
  'keys.order',
  `select ${COLUMNS} from spot_order o ${JOINS} where o.id = $1 and o.member_id = $2`,
);
/** A member's order. */
export const orderById = async (query: Query, memberId: string, id: string): Promise<OrderRow | undefined> =>
  (await query.run(one, [id, memberId]))[0];

/** A program's number of an order, which is an idempotency key: its characters can be seen. */
export const CLIENT_ID = /^[!-~]{1,64}$/;

const byClient = sql<OrderRow>(
  'keys.orderOfClient',
  `
  select ${COLUMNS} from spot_order o ${JOINS} where o.member_id = $1 and o.client_id = $2 order by o.id desc limit 1`,
);
/** The newest order with a number that a member's program gave it. */
export const orderByClient = async (query: Query, memberId: string, clientId: string): Promise<OrderRow | undefined> =>
  CLIENT_ID.test(clientId) ? (await query.run(byClient, [memberId, clientId]))[0] : undefined;

const these = sql<OrderRow>('keys.orders', `select ${COLUMNS} from spot_order o ${JOINS} where o.id = any($1)`);
/** Orders by id, whosever they are. */
export const ordersById = (query: Query, ids: readonly string[]): Promise<OrderRow[]> => query.run(these, [ids]);

/** Which orders of a member are listed. */
export interface OrderFilter {
  readonly memberId: string;
  readonly marketId: string | null;
  /** Markets that may be read; none: all. */
  readonly within: readonly string[];
  /** `submitted`, `partial-filled`, …; null: all. */
  readonly states: readonly string[] | null;
  readonly side: 1 | 2 | null;
  readonly from: Date | null;
  readonly to: Date | null;
  /** Only ids up to it, or from it on where `isUp`. */
  readonly fromId: string | null;
  readonly isUp: boolean;
  readonly size: number;
}

/** States of orders whose status is 1. */
export const OPEN_STATES: readonly string[] = ['submitted', 'partial-filled'];
/** States of orders that are over. */
export const CLOSED_STATES: readonly string[] = ['filled', 'partial-canceled', 'canceled'];

const listed = (name: string, isUp: boolean, isOpen: boolean) =>
  sql<OrderRow>(
    name,
    `
  select ${COLUMNS} from spot_order o ${JOINS}
  where o.member_id = $1 ${isOpen ? 'and o.status = 1' : ''} and ($2::bigint is null or o.market_id = $2)
    and (cardinality($3::bigint[]) = 0 or o.market_id = any($3))
    and ($4::text[] is null or case o.status
      when 1 then case when o.filled = 0 then 'submitted' else 'partial-filled' end
      when 2 then 'filled' else case when o.filled = 0 then 'canceled' else 'partial-canceled' end end = any($4))
    and ($5::smallint is null or o.side = $5) and ($6::timestamptz is null or o.placed_at >= $6)
    and ($7::timestamptz is null or o.placed_at <= $7) and ($8::bigint is null or o.id ${isUp ? '>=' : '<='} $8)
  order by o.id ${isUp ? 'asc' : 'desc'} limit $9`,
  );
const down = listed('keys.listOrders', false, false);
const up = listed('keys.listOrdersUp', true, false);
// Programs ask often for what is open, which is little of all that a member ever ordered: by the index of statuses.
const openDown = listed('keys.listOpenOrders', false, true);
const openUp = listed('keys.listOpenOrdersUp', true, true);

/** A member's orders, newest first. */
export async function listOrders(query: Query, filter: OrderFilter): Promise<OrderRow[]> {
  const { memberId, marketId, within, states, side, from, to, fromId, isUp, size } = filter;
  const isOpen = states?.every((state) => OPEN_STATES.includes(state)) ?? false;
  const rows = await query.run(isOpen ? (isUp ? openUp : openDown) : isUp ? up : down, [
    memberId,
    marketId,
    within,
    states,
    side,
    from,
    to,
    fromId,
    size,
  ]);
  return isUp ? rows.toReversed() : rows;
}

/** A fill, beside its order. */
export interface FillRow {
  order_id: string;
  n: number;
  price: string;
  quantity: string;
  fee: string;
  at: Date;
}
const fillsOf = sql<FillRow>(
  'keys.fillsOfOrders',
  `
  select order_id, n, price, quantity, fee, at from spot_fill where order_id = any($1) order by order_id, n`,
);
/** The fills of these orders, in their order. */
export const fillsOfOrders = (query: Query, ids: readonly string[]): Promise<FillRow[]> => query.run(fillsOf, [ids]);

type FillListed = OrderRow & { n: number; price: string; fill_quantity: string; fill_fee: string; at: Date };

// An order's `traded_at` is that of its last fill or later, its `placed_at` that of its first or earlier.
const fillPage = (name: string, isUp: boolean) =>
  sql<FillListed>(
    name,
    `
  select ${COLUMNS}, f.n, f.price, f.quantity as fill_quantity, f.fee as fill_fee, f.at
  from spot_order o join spot_fill f on f.order_id = o.id ${JOINS}
  where o.member_id = $1 and o.fills > 0 and ($2::bigint is null or o.market_id = $2)
    and (cardinality($3::bigint[]) = 0 or o.market_id = any($3)) and ($4::smallint is null or o.side = $4)
    and o.traded_at >= coalesce($5::timestamptz, '-infinity') and o.placed_at <= coalesce($6::timestamptz, 'infinity')
    and f.at >= coalesce($5::timestamptz, '-infinity') and f.at <= coalesce($6::timestamptz, 'infinity')
    and ($8::timestamptz is null or (f.at, f.order_id, f.n) ${isUp ? '>=' : '<='} ($8, $9::bigint, $10::int))
  order by f.at ${isUp ? 'asc' : 'desc'}, f.order_id ${isUp ? 'asc' : 'desc'}, f.n ${isUp ? 'asc' : 'desc'} limit $7`,
  );
const fillsDown = fillPage('keys.fills', false);
const fillsUp = fillPage('keys.fillsUp', true);

/** A place among a member's fills. */
export interface FillPlace {
  readonly orderId: string;
  readonly n: number;
  readonly at: Date;
}
const place = sql<{ at: Date }>(
  'keys.fillPlace',
  `
  select f.at from spot_fill f join spot_order o on o.id = f.order_id
  where f.order_id = $1 and f.n = $2 and o.member_id = $3`,
);
/** Where a member's fill is among theirs; undefined when it is none of theirs. */
export async function fillPlace(
  query: Query,
  memberId: string,
  { orderId, n }: Omit<FillPlace, 'at'>,
): Promise<FillPlace | undefined> {
  const [row] = await query.run(place, [orderId, n, memberId]);
  return row && { orderId, n, at: row.at };
}

/** Which fills of a member are listed. */
export interface FillFilter extends Pick<
  OrderFilter,
  'memberId' | 'marketId' | 'within' | 'side' | 'from' | 'to' | 'isUp' | 'size'
> {
  /** Only this fill and earlier ones, or later ones where `isUp`. */
  readonly begin: FillPlace | null;
}

const FIRST_SPAN_MS = 3_600_000;
/** A page that is not full is looked for in a span so many times as long, until that is everything. */
const LONGER = 16;

/** The part of a filter's time that is `spanMs` long where its page begins; undefined at the ends that are reached. */
function spanOf({ from, to, begin, isUp }: FillFilter, spanMs: number, nowMs: number) {
  const first = Math.max(from?.getTime() ?? 0, isUp ? (begin?.at.getTime() ?? 0) : 0);
  const last = Math.min(to?.getTime() ?? nowMs, isUp ? nowMs : (begin?.at.getTime() ?? nowMs));
  if (last - first <= spanMs) return { from, to, isAll: true };
  return isUp
    ? { from, to: new Date(first + spanMs), isAll: false }
    : { from: new Date(last - spanMs), to, isAll: false };
}

/**
 * A member's fills, newest first, each with its order. Looked for in hours, then in days, so that a page of a long history
 * reads little more than itself.
 */
export async function listFills(
  query: Query,
  filter: FillFilter,
  nowMs: number,
): Promise<{ readonly order: OrderRow; readonly fill: FillRow }[]> {
  const { memberId, marketId, within, side, isUp, size, begin } = filter;
  for (let spanMs = FIRST_SPAN_MS; ; spanMs *= LONGER) {
    const { from, to, isAll } = spanOf(filter, spanMs, nowMs);
    const rows = await query.run(isUp ? fillsUp : fillsDown, [
      memberId,
      marketId,
      within,
      side,
      from,
      to,
      size,
      begin?.at ?? null,
      begin?.orderId ?? null,
      begin?.n ?? null,
    ]);
    if (!isAll && rows.length < size) continue;
    return (isUp ? rows.toReversed() : rows).map(({ n, price, fill_quantity, fill_fee, at, ...order }) => ({
      order,
      fill: { order_id: order.id, n, price, quantity: fill_quantity, fee: fill_fee, at },
    }));
  }
}
