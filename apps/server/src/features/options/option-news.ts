import type { Clock } from '../../platform/clock.ts';
import { sql, type Query } from '../../platform/db.ts';
import type { NewsSource } from '../../platform/news/index.ts';
import { SHOWN_COLUMNS, SHOWN_JOINS, shownOption, type ShownRow } from './list-options.ts';

const byIds = sql<ShownRow & { member_id: string }>(
  'option.news',
  `select ${SHOWN_COLUMNS}, o.member_id from option_order o ${SHOWN_JOINS} where o.id = any($1)`,
);

/** News of options, as `getHyOrderList` shows them: accepted, with a line, ended. */
export const optionNews = ({ db, clock }: { readonly db: Query; readonly clock: Clock }): NewsSource => ({
  event: 'option',
  async read(things) {
    const rows = await db.run(byIds, [things.map(({ ref }) => ref)]);
    return rows.map((row) => ({
      memberId: row.member_id,
      ref: row.id,
      state: `${row.status} ${row.entry_seq ?? ''} ${row.outcome ?? ''}`,
      in: (lang) => shownOption(row, { lang, nowMs: clock.nowMs() }),
    }));
  },
});
