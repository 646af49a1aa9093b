import { SPOT_STATUS } from '@plimsoll/contract';
import type { z } from 'zod';
import { TOTAL_MAX, type SpotOrderForOperator } from '@plimsoll/contract/operator';
import type { listSpotOrders } from '@plimsoll/contract/operator/spot';
import { translator } from '@plimsoll/i18n/server';
import { amount, format } from '@plimsoll/money';
import { sql, type Query } from '../../platform/db.ts';
import { inOrderOf, readIds } from '../../platform/id-page.ts';
import { orderIds } from '../../platform/order-ids.ts';
import { findByWord } from '../membership/index.ts';
import { SHOWN_COLUMNS, SHOWN_JOINS, shownOrder, type ShownRow } from './list-orders.ts';

interface Row extends ShownRow {
  member_id: string;
  username: string;
  market_id: string;
  symbol: string;
  held: string;
}

const byIds = sql<Row>(
  'spot.forOperator',
  `
  select ${SHOWN_COLUMNS}, o.member_id, w.username, o.market_id, m.symbol, o.held
  from spot_order o join member w on w.id = o.member_id ${SHOWN_JOINS} where o.id = any($1)`,
);

/** Orders as operators see them, in the order of the ids; unknown ids are omitted. */
export async function ordersForOperator(
  query: Query,
  ids: readonly string[],
  lang: string,
): Promise<SpotOrderForOperator[]> {
  const translate = translator(lang);
  return inOrderOf(ids, await query.run(byIds, [ids])).map((row) => ({
    ...shownOrder(row, translate),
    // not money: ids, numbers on the wire
    member_id: Number(row.member_id),
    username: row.username,
    m_id: Number(row.market_id),
    symbol: row.symbol,
    held: format(amount(row.held)),
  }));
}

/** One page of all members' orders (docs/wire/operator.md, spot-orders). */
export async function browseOrders(
  query: Query,
  input: z.output<typeof listSpotOrders.input>,
  lang: string,
): Promise<{ list: SpotOrderForOperator[]; total: number }> {
  const wanted = {
    memberId: input.member_id ?? null,
    found: input.q === undefined ? null : await findByWord(query, input.q),
    marketId: input.m_id ?? null,
    status: input.status ?? null,
  };
  const { ids, total } = await readIds(
    query,
    orderIds({ name: 'spot_order', statuses: Object.values(SPOT_STATUS) }, wanted),
    input,
    TOTAL_MAX,
  );
  return { list: await ordersForOperator(query, ids, lang), total };
}
