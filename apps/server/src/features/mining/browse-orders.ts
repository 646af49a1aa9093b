import type { z } from 'zod';
import { TOTAL_MAX, type MiningOrderForOperator } from '@plimsoll/contract/operator';
import type { listMiningOrders } from '@plimsoll/contract/operator/mining';
import { sql, type Query } from '../../platform/db.ts';
import { heldIds } from '../../platform/held-ids.ts';
import { inOrderOf, readIds } from '../../platform/id-page.ts';
import { idInOrderNumber } from '../../platform/order-number.ts';
import { findByWord } from '../membership/index.ts';
import { BESIDE, LISTED, shownOrder, type OrderListed } from './list-orders.ts';

interface Row extends OrderListed {
  readonly member_id: string;
  readonly username: string;
  readonly coin_id: string;
  readonly product_id: string;
  readonly product_version: number;
  readonly paid_days: number;
  readonly runs: readonly string[];
  readonly ended_at: Date | null;
}

/** Maximum number of runs listed with an order. */
const MAX_RUNS = 20;

const byIds = sql<Row>(
  'mining.forOperator',
  `
  select ${LISTED}, o.member_id, m.username, o.coin_id, o.product_id, o.product_version, o.ended_at,
    (select count(*)::int from mining_payment d where d.order_id = o.id) as paid_days,
    array(select d.run::text from mining_payment d where d.order_id = o.id order by d.day desc limit ${MAX_RUNS}) as runs
  from mining_order o join member m on m.id = o.member_id ${BESIDE} where o.id = any($1::bigint[])`,
);

/** Orders as operators see them, in the order of the ids; missing ones are left out. */
export async function ordersForOperator(query: Query, ids: readonly string[]): Promise<MiningOrderForOperator[]> {
  return inOrderOf(ids, await query.run(byIds, [ids])).map((row) => ({
    ...shownOrder(row),
    // not money: ids, numbers on the wire
    member_id: Number(row.member_id),
    username: row.username,
    c_id: Number(row.coin_id),
    // not money: an id, a number on the wire
    product_id: Number(row.product_id),
    product_version: row.product_version,
    paid_days: row.paid_days,
    // not money: numbers of runs
    runs: row.runs.map(Number),
    updatetime: row.ended_at?.toISOString() ?? null,
  }));
}

/** A page of all lock-mining orders (docs/wire/operator.md). */
export async function browseOrders(
  query: Query,
  input: z.output<typeof listMiningOrders.input>,
): Promise<{ list: MiningOrderForOperator[]; total: number }> {
  const found = input.q === undefined ? null : await findByWord(query, idInOrderNumber(input.q));
  const { ids, total } = await readIds(
    query,
    heldIds('mining_order', { memberId: input.member_id ?? null, found, status: input.status ?? null }),
    input,
    TOTAL_MAX,
  );
  return { list: await ordersForOperator(query, ids), total };
}
