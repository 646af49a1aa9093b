import { translator } from '@plimsoll/i18n/server';
import { sql, type Query } from '../../platform/db.ts';
import type { NewsSource } from '../../platform/news/index.ts';
import { SHOWN_COLUMNS, SHOWN_JOINS, shownOrder, type ShownRow } from './list-orders.ts';

const byIds = sql<ShownRow & { member_id: string }>(
  'spot.newsOfOrders',
  `select ${SHOWN_COLUMNS}, o.member_id from spot_order o ${SHOWN_JOINS} where o.id = any($1)`,
);

/** News of spot orders, as `tradegetOrderList` shows them. */
export const orderNews = (query: Query): NewsSource => ({
  event: 'order',
  async read(things) {
    const rows = await query.run(byIds, [things.map(({ ref }) => ref)]);
    return rows.map((row) => ({
      memberId: row.member_id,
      ref: row.id,
      state: `${row.status} ${row.filled} ${row.traded_at?.getTime() ?? ''}`,
      in: (lang) => shownOrder(row, translator(lang)),
    }));
  },
});
