import { ORDER_KIND, type OrderKind, type Side, SIDE, SPOT_STATUS } from '@plimsoll/contract';
import { amount, type Amount } from '@plimsoll/money';
import { amountOf, code, count, decimal, id, int, priceOf, rateOf, text } from '../../platform/db-columns.ts';
import { rowsOf, type RowOf, type Stored } from '../../platform/db-rows.ts';
import type { Fill } from '@plimsoll/rules';
import { sql, type Query, type Tx } from '../../platform/db.ts';
import { worthOf, type Terms } from './dealing.ts';
import { keyHoursOf, noteKeyHours } from './key-hours.ts';
import type { Order } from './order.ts';

const ORDERS = rowsOf({
  id: id('spot order'),
  memberId: id('member'),
  marketId: id('market'),
  side: code(SIDE),
  status: code(SPOT_STATUS),
  limit: priceOf.orNull().named('limit_price'),
  quantity: amountOf.orNull(),
  budget: amountOf.orNull(),
  held: amountOf,
  filled: amountOf,
  paid: amountOf,
  fee: amountOf,
  feeRate: rateOf,
  fills: int,
  kind: code(ORDER_KIND),
  keyId: id('key').orNull(),
  clientId: text.orNull(),
});

type OrderRow = Stored<typeof ORDERS> & {
  id: string;
  min: string;
  step: string;
  base_id: string;
  base_title: string;
  base_decimals: number;
  quote_id: string;
  quote_title: string;
  quote_decimals: number;
};

const COLUMNS = `${ORDERS.of('o')}, m.min, m.step, b.id as base_id, b.title as base_title, b.decimals as base_decimals,
  q.id as quote_id, q.title as quote_title, q.decimals as quote_decimals`;
const JOINS =
  'join market m on m.id = o.market_id join coin b on b.id = m.base_coin join coin q on q.id = m.quote_coin';

function readOrder(row: OrderRow): Order {
  const { marketId, ...order } = ORDERS.read(row);
  return {
    ...order,
    market: {
      id: marketId,
      base: { id: row.base_id, title: row.base_title, decimals: row.base_decimals },
      quote: { id: row.quote_id, title: row.quote_title, decimals: row.quote_decimals },
      min: amount(row.min),
      step: amount(row.step),
    },
  };
}

const takeIds = sql<{ id: string }>(
  'spot.takeIds',
  `select nextval('spot_order_id_seq') as id from unnest($1::bool[])`,
);

/** Numbers for new orders, rising. */
export async function takeOrderIds(tx: Tx, count: number): Promise<string[]> {
  // As an array: the statement would be planned again for each number.
  return (await tx.run(takeIds, [Array.from({ length: count }, () => true)])).map((row) => row.id);
}

const insertAll = sql<never>(
  'spot.insertOrders',
  `
  insert into spot_order (${ORDERS.columns}, placed_at, traded_at)
  select t.*, $1::timestamptz, case when fills > 0 or status = ${SPOT_STATUS.cancelled} then $1::timestamptz end
  from ${ORDERS.unnest('t', 2)}`,
);

/** Writes new orders, as they are after their first fills. */
export async function insertOrders(tx: Tx, orders: readonly Order[], at: Date): Promise<void> {
  await tx.run(insertAll, [at, ...ORDERS.arrays(orders, (order) => ({ ...order, marketId: order.market.id }))]);
}

const CHANGED = rowsOf({
  id: id('spot order'),
  status: code(SPOT_STATUS),
  held: amountOf,
  filled: amountOf,
  paid: amountOf,
  fee: amountOf,
  fills: int,
});
const updateAll = sql<never>(
  'spot.updateOrders',
  `
  update spot_order o
  set status = t.status, held = t.held, filled = t.filled, paid = t.paid, fee = t.fee, fills = t.fills, traded_at = $1
  from ${CHANGED.unnest('t', 2)}
  where o.id = t.id`,
);

/** Writes what fills or a cancel at `at` changed of orders. */
export async function updateOrders(tx: Tx, orders: readonly Order[], at: Date): Promise<void> {
  await tx.run(updateAll, [at, ...CHANGED.arrays(orders)]);
}

export interface FillsOfOrder {
  readonly order: Order;
  readonly bookSeq: number;
  readonly fills: readonly Fill[];
  readonly terms: Terms;
}

const FILLS = rowsOf({
  orderId: id('spot order'),
  n: int,
  bookSeq: count,
  price: priceOf,
  quantity: amountOf,
  paid: amountOf,
  fee: amountOf,
  dealt: amountOf,
  levelPrice: priceOf.orNull(),
  lean: rateOf,
  positionCoin: id('coin'),
  position: amountOf,
  positionPrice: priceOf,
  positionLimit: amountOf,
  minuteLimit: amountOf,
});
const insertFilled = sql<never>(
  'spot.insertFills',
  `insert into spot_fill (${FILLS.columns}, at) select t.*, $1::timestamptz from ${FILLS.unnest('t', 2)}`,
);

/** Writes fills. */
export async function insertFills(tx: Tx, filled: readonly FillsOfOrder[], at: Date): Promise<void> {
  const rows = filled.flatMap(({ order, bookSeq, fills, terms }) =>
    fills.map((fill, index): RowOf<typeof FILLS> => ({
      ...fill,
      orderId: order.id,
      n: order.fills + 1 + index,
      bookSeq,
      dealt: worthOf(fill.paid, terms.quotePrice),
      levelPrice: fill.level === fill.price ? null : fill.level,
      lean: terms.lean,
      positionCoin: terms.by.coinId,
      position: terms.by.quantity,
      positionPrice: terms.by.price,
      positionLimit: terms.by.limit,
      minuteLimit: terms.minuteLimit,
    })),
  );
  if (rows.length === 0) return;
  await Promise.all([
    tx.run(insertFilled, [at, ...FILLS.arrays(rows)]),
    noteKeyHours(tx, keyHoursOf(filled, at.getTime())),
  ]);
}

const findById = sql<{ market_id: string; side: 1 | 2; rest: string | null; kind: number }>(
  'spot.findOrder',
  'select market_id, side, quantity - filled as rest, kind from spot_order where id = $1 and member_id = $2',
);

const KINDS = code(ORDER_KIND);

/** A member's order as it is now, unlocked: its market and side never change. `rest` is null of one without a quantity. */
export async function findOrder(
  query: Query,
  memberId: string,
  orderId: string,
): Promise<
  { readonly marketId: string; readonly side: Side; readonly rest: Amount | null; readonly kind: OrderKind } | undefined
> {
  const [row] = await query.run(findById, [orderId, memberId]);
  return (
    row && {
      marketId: row.market_id,
      side: row.side === Number(SIDE.buy) ? 'buy' : 'sell',
      rest: row.rest === null ? null : amount(row.rest),
      kind: KINDS.read(row.kind),
    }
  );
}

const lockById = sql<OrderRow>(
  'spot.lockOrders',
  `
  select ${COLUMNS} from spot_order o ${JOINS} where o.id = any($1) order by o.id for update of o`,
);

/** Locks orders by id; unknown ids are omitted. */
export async function lockOrders(tx: Tx, ids: readonly string[]): Promise<Map<string, Order>> {
  const rows = await tx.run(lockById, [ids]);
  return new Map(rows.map((row) => [row.id, readOrder(row)]));
}

const BEST = rowsOf({ marketId: id('market'), ask: decimal.orNull(), bid: decimal.orNull() });
const crossingSides = sql<{ market_id: string; buys: boolean; sells: boolean }>(
  'spot.crossingSides',
  `
  select t.market_id, t.buys, t.sells from (
    select p.market_id,
      exists (select from spot_order o where o.market_id = p.market_id and o.status = ${SPOT_STATUS.open}
        and o.side = ${SIDE.buy} and o.limit_price >= p.ask) as buys,
      exists (select from spot_order o where o.market_id = p.market_id and o.status = ${SPOT_STATUS.open}
        and o.side = ${SIDE.sell} and o.limit_price <= p.bid) as sells
    from ${BEST.unnest('p', 1)}
  ) t where t.buys or t.sells`,
);

/** Sides of markets with open orders that the best prices cross; a side without a price crosses nothing. */
export async function findCrossing(
  query: Query,
  best: readonly RowOf<typeof BEST>[],
): Promise<{ marketId: string; side: Side }[]> {
  const rows = await query.run(crossingSides, BEST.arrays(best));
  return rows.flatMap((row) => [
    ...(row.buys ? [{ marketId: row.market_id, side: 'buy' as const }] : []),
    ...(row.sells ? [{ marketId: row.market_id, side: 'sell' as const }] : []),
  ]);
}

const CROSSED = rowsOf({ marketId: id('market'), best: decimal });
/** Open orders that cross `crossed.best`, the best price first; max and members to leave out by their parameters. */
const CROSSING = {
  buy: (max: number, except: number) => `from spot_order where market_id = crossed.market_id
      and status = ${SPOT_STATUS.open} and side = ${SIDE.buy} and limit_price >= crossed.best
      and member_id <> all($${except}::bigint[]) order by limit_price desc, id limit $${max}`,
  sell: (max: number, except: number) => `from spot_order where market_id = crossed.market_id
      and status = ${SPOT_STATUS.open} and side = ${SIDE.sell} and limit_price <= crossed.best
      and member_id <> all($${except}::bigint[]) order by limit_price, id limit $${max}`,
};
const lockCrossing = {
  buy: sql<OrderRow>(
    'spot.lockCrossingBuys',
    `
    select ${COLUMNS} from ${CROSSED.unnestPlaced('crossed', 1)}
    cross join lateral (select * ${CROSSING.buy(3, 4)} for update) o ${JOINS}
    order by crossed.place, o.limit_price desc, o.id`,
  ),
  sell: sql<OrderRow>(
    'spot.lockCrossingSells',
    `
    select ${COLUMNS} from ${CROSSED.unnestPlaced('crossed', 1)}
    cross join lateral (select * ${CROSSING.sell(3, 4)} for update) o ${JOINS}
    order by crossed.place, o.limit_price, o.id`,
  ),
};

// By id, as cancels lock them; price-time order alone would make each wait for the other.
const lockCrossingById = sql<never>(
  'spot.lockCrossingById',
  `
  with chosen as materialized (
    select o.id from ${CROSSED.unnestPlaced('crossed', 1)} cross join lateral (select id ${CROSSING.buy(5, 6)}) o
    union all
    select o.id from ${CROSSED.unnestPlaced('crossed', 3)} cross join lateral (select id ${CROSSING.sell(5, 6)}) o)
  select from spot_order o where o.id in (select id from chosen) order by o.id for update of o`,
);

/** Locks by id what {@link lockCrossingOrders} is going to on both sides. */
export async function lockCrossingFirst(
  tx: Tx,
  { buys, sells, max, except }: Pick<Crossing, 'max' | 'except'> & Record<'buys' | 'sells', Crossing['markets']>,
): Promise<void> {
  if (buys.length + sells.length === 0) return;
  await tx.run(lockCrossingById, [...CROSSED.arrays(buys), ...CROSSED.arrays(sells), max, except]);
}

interface Crossing {
  readonly side: Side;
  readonly markets: readonly { readonly marketId: string; readonly best: string }[];
  readonly max: number;
  readonly except: readonly string[];
}

/** Locks the first open orders of a side that the best prices cross, by market, in price-time order. */
export async function lockCrossingOrders(
  tx: Tx,
  { side, markets, max, except }: Crossing,
): Promise<ReadonlyMap<string, Order[]>> {
  if (markets.length === 0) return new Map();
  const rows = await tx.run(lockCrossing[side], [...CROSSED.arrays(markets), max, except]);
  return Map.groupBy(rows.map(readOrder), ({ market }) => market.id);
}

const countOpen = sql<{ member_id: string; count: number }>(
  'spot.countOpen',
  `
  select member_id, count(*)::int as count from spot_order
  where member_id = any($1) and status = ${SPOT_STATUS.open} group by member_id`,
);

// In one order, to prevent deadlocks; held until the transaction ends (`LOCK_RANK.openOrders`).
const lockOpen = sql<never>(
  'spot.lockOpen',
  `
  select pg_advisory_xact_lock(k.key)
  from (select distinct hashtextextended('spot.open/member/' || m, 0) as key from unnest($1::bigint[]) m order by key) k`,
);

/**
 * How many open orders each of these members has. Other processes place none for them until the transaction ends: the
 * count is a statement of its own, which sees what they committed before the lock was granted.
 */
export async function countOpenOrders(tx: Tx, memberIds: readonly string[]): Promise<Map<string, number>> {
  const [, rows] = await Promise.all([tx.run(lockOpen, [memberIds]), tx.run(countOpen, [memberIds])]);
  return new Map(rows.map((row) => [row.member_id, row.count]));
}
