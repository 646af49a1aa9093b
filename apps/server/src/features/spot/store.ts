import { SPOT_STATUS, type Side, type SpotStatus } from '@plimsoll/contract';
import { amount, format, price, rate } from '@plimsoll/money';
import { sql, type Query, type Tx } from '../../platform/db.ts';
import { worthOf, type Terms } from './dealing.ts';
import type { Order } from './order.ts';
import type { Fill } from './walk.ts';

const SIDES: readonly Side[] = ['buy', 'sell'];
const sideNumber = (side: Side): number => SIDES.indexOf(side) + 1;
const statusOf = (number: number): SpotStatus => {
  const found = (Object.keys(SPOT_STATUS) as SpotStatus[]).find((status) => SPOT_STATUS[status] === number);
  if (!found) throw new Error(`no such spot status: ${number}`);
  return found;
};

interface OrderRow {
  id: string;
  member_id: string;
  market_id: string;
  side: number;
  status: number;
  limit_price: string | null;
  quantity: string | null;
  budget: string | null;
  held: string;
  filled: string;
  paid: string;
  fee: string;
  fee_rate: string;
  fills: number;
  min: string;
  step: string;
  base_id: string;
  base_title: string;
  base_decimals: number;
  quote_id: string;
  quote_title: string;
  quote_decimals: number;
}

const COLUMNS = `o.id, o.member_id, o.market_id, o.side, o.status, o.limit_price, o.quantity, o.budget, o.held, o.filled, o.paid, o.fee,
  o.fee_rate, o.fills, m.min, m.step, b.id as base_id, b.title as base_title, b.decimals as base_decimals,
  q.id as quote_id, q.title as quote_title, q.decimals as quote_decimals`;
const JOINS =
  'join market m on m.id = o.market_id join coin b on b.id = m.base_coin join coin q on q.id = m.quote_coin';

const orNull = <T>(text: string | null, readText: (text: string) => T): T | null =>
  text === null ? null : readText(text);

const readOrder = (row: OrderRow): Order => ({
  id: row.id,
  memberId: row.member_id,
  market: {
    id: row.market_id,
    base: { id: row.base_id, title: row.base_title, decimals: row.base_decimals },
    quote: { id: row.quote_id, title: row.quote_title, decimals: row.quote_decimals },
    min: amount(row.min),
    step: amount(row.step),
  },
  side: SIDES[row.side - 1] as Side,
  status: statusOf(row.status),
  limit: orNull(row.limit_price, price),
  quantity: orNull(row.quantity, amount),
  budget: orNull(row.budget, amount),
  held: amount(row.held),
  filled: amount(row.filled),
  paid: amount(row.paid),
  fee: amount(row.fee),
  feeRate: rate(row.fee_rate),
  fills: row.fills,
});

const takeIds = sql<{ id: string }>(
  'spot.takeIds',
  `select nextval('spot_order_id_seq') as id from unnest($1::bool[])`,
);

/** Numbers for orders about to be placed, rising. */
export async function takeOrderIds(tx: Tx, count: number): Promise<string[]> {
  // An array and not a number: a number would be planned for anew each time.
  return (await tx.run(takeIds, [Array.from({ length: count }, () => true)])).map((row) => row.id);
}

const insertAll = sql<never>(
  'spot.insertOrders',
  `
  insert into spot_order (id, member_id, market_id, side, status, limit_price, quantity, budget, held, filled, paid, fee, fee_rate, fills, placed_at, traded_at)
  select *, $15::timestamptz, case when fills > 0 then $15::timestamptz end
  from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::smallint[], $5::smallint[], $6::numeric[], $7::numeric[], $8::numeric[],
    $9::numeric[], $10::numeric[], $11::numeric[], $12::numeric[], $13::numeric[], $14::int[])
    as t (id, member_id, market_id, side, status, limit_price, quantity, budget, held, filled, paid, fee, fee_rate, fills)`,
);

/** Writes orders that were just placed, as they stand after their first fills. */
export async function insertOrders(tx: Tx, orders: readonly Order[], at: Date): Promise<void> {
  await tx.run(insertAll, [
    orders.map((order) => order.id),
    orders.map((order) => order.memberId),
    orders.map((order) => order.market.id),
    orders.map((order) => sideNumber(order.side)),
    orders.map((order) => SPOT_STATUS[order.status]),
    orders.map((order) => (order.limit === null ? null : format(order.limit))),
    orders.map((order) => (order.quantity === null ? null : format(order.quantity))),
    orders.map((order) => (order.budget === null ? null : format(order.budget))),
    orders.map((order) => format(order.held)),
    orders.map((order) => format(order.filled)),
    orders.map((order) => format(order.paid)),
    orders.map((order) => format(order.fee)),
    orders.map((order) => format(order.feeRate)),
    orders.map((order) => order.fills),
    at,
  ]);
}

const updateAll = sql<never>(
  'spot.updateOrders',
  `
  update spot_order o
  set status = t.status, held = t.held, filled = t.filled, paid = t.paid, fee = t.fee, fills = t.fills, traded_at = $8
  from unnest($1::bigint[], $2::smallint[], $3::numeric[], $4::numeric[], $5::numeric[], $6::numeric[], $7::int[])
    as t (id, status, held, filled, paid, fee, fills)
  where o.id = t.id`,
);

/** Writes what changed of orders that were filled or cancelled at `at`. */
export async function updateOrders(tx: Tx, orders: readonly Order[], at: Date): Promise<void> {
  await tx.run(updateAll, [
    orders.map((order) => order.id),
    orders.map((order) => SPOT_STATUS[order.status]),
    orders.map((order) => format(order.held)),
    orders.map((order) => format(order.filled)),
    orders.map((order) => format(order.paid)),
    orders.map((order) => format(order.fee)),
    orders.map((order) => order.fills),
    at,
  ]);
}

/** Fills an order got from one snapshot, the first of them its `from`-th. */
export interface FillsOfOrder {
  readonly order: Order;
  readonly bookSeq: number;
  readonly fills: readonly Fill[];
  /** What the house dealt at. */
  readonly terms: Terms;
}

const insertFilled = sql<never>(
  'spot.insertFills',
  `
  insert into spot_fill (order_id, n, book_seq, price, quantity, paid, fee, dealt, level_price, lean, position_coin, position, position_price,
    position_limit, minute_limit, at)
  select *, $16::timestamptz
  from unnest($1::bigint[], $2::int[], $3::bigint[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[], $8::numeric[], $9::numeric[],
    $10::numeric[], $11::bigint[], $12::numeric[], $13::numeric[], $14::numeric[], $15::numeric[])`,
);

/** Writes fills; `order` is the order before them. */
export async function insertFills(tx: Tx, filled: readonly FillsOfOrder[], at: Date): Promise<void> {
  const rows = filled.flatMap(({ order, bookSeq, fills, terms }) =>
    fills.map((fill, index) => ({ ...fill, order, bookSeq, terms, n: order.fills + 1 + index })),
  );
  if (rows.length === 0) return;
  await tx.run(insertFilled, [
    rows.map((row) => row.order.id),
    rows.map((row) => row.n),
    rows.map((row) => row.bookSeq),
    rows.map((row) => format(row.price)),
    rows.map((row) => format(row.quantity)),
    rows.map((row) => format(row.paid)),
    rows.map((row) => format(row.fee)),
    rows.map((row) => format(worthOf(row.paid, row.terms.quotePrice))),
    rows.map((row) => (row.level === row.price ? null : format(row.level))),
    rows.map((row) => format(row.terms.lean)),
    rows.map((row) => row.terms.by.coinId),
    rows.map((row) => format(row.terms.by.quantity)),
    rows.map((row) => format(row.terms.by.price)),
    rows.map((row) => format(row.terms.by.limit)),
    rows.map((row) => format(row.terms.minuteLimit)),
    at,
  ]);
}

const lockById = sql<OrderRow>(
  'spot.lockOrders',
  `
  select ${COLUMNS} from spot_order o ${JOINS} where o.id = any($1) order by o.id for update of o`,
);

/** Locks orders by id; those that are not there are left out. */
export async function lockOrders(tx: Tx, ids: readonly string[]): Promise<Map<string, Order>> {
  const rows = await tx.run(lockById, [ids]);
  return new Map(rows.map((row) => [row.id, readOrder(row)]));
}

const crossingSides = sql<{ market_id: string; buys: boolean; sells: boolean }>(
  'spot.crossingSides',
  `
  select t.market_id, t.buys, t.sells from (
    select p.market_id,
      exists (select from spot_order o where o.market_id = p.market_id and o.status = 1 and o.side = 1 and o.limit_price >= p.ask) as buys,
      exists (select from spot_order o where o.market_id = p.market_id and o.status = 1 and o.side = 2 and o.limit_price <= p.bid) as sells
    from unnest($1::bigint[], $2::numeric[], $3::numeric[]) as p (market_id, ask, bid)
  ) t where t.buys or t.sells`,
);

/** Which sides of which markets have open orders that the best prices cross; a side without a price crosses nothing. */
export async function findCrossing(
  query: Query,
  best: readonly { marketId: string; ask: string | null; bid: string | null }[],
): Promise<{ marketId: string; side: Side }[]> {
  const rows = await query.run(crossingSides, [
    best.map((each) => each.marketId),
    best.map((each) => each.ask),
    best.map((each) => each.bid),
  ]);
  return rows.flatMap((row) => [
    ...(row.buys ? [{ marketId: row.market_id, side: 'buy' as const }] : []),
    ...(row.sells ? [{ marketId: row.market_id, side: 'sell' as const }] : []),
  ]);
}

const lockCrossing = {
  buy: sql<OrderRow>(
    'spot.lockCrossingBuys',
    `
    select ${COLUMNS} from (
      select * from spot_order where market_id = $1 and status = 1 and side = 1 and limit_price >= $2 and member_id <> all($4::bigint[])
      order by limit_price desc, id limit $3 for update) o ${JOINS} order by o.limit_price desc, o.id`,
  ),
  sell: sql<OrderRow>(
    'spot.lockCrossingSells',
    `
    select ${COLUMNS} from (
      select * from spot_order where market_id = $1 and status = 1 and side = 2 and limit_price <= $2 and member_id <> all($4::bigint[])
      order by limit_price, id limit $3 for update) o ${JOINS} order by o.limit_price, o.id`,
  ),
};

/** Which of the orders that rest are looked for. */
interface Crossing {
  readonly marketId: string;
  readonly side: Side;
  /** The best price there is, as a decimal. */
  readonly best: string;
  readonly most: number;
  /** Members whose orders are left where they are. */
  readonly except: readonly string[];
}

/** Locks the first open orders of a side that the best price crosses, in price-time order. */
export async function lockCrossingOrders(tx: Tx, { marketId, side, best, most, except }: Crossing): Promise<Order[]> {
  return (await tx.run(lockCrossing[side], [marketId, best, most, except])).map(readOrder);
}

const countOpen = sql<{ member_id: string; count: number }>(
  'spot.countOpen',
  `
  select member_id, count(*)::int as count from spot_order where member_id = any($1) and status = 1 group by member_id`,
);

/** How many open orders each of these members has. */
export async function countOpenOrders(tx: Tx, memberIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.run(countOpen, [memberIds]);
  return new Map(rows.map((row) => [row.member_id, row.count]));
}
