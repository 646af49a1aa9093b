import { OPTION_STATUS } from '@plimsoll/contract';
import type { z } from 'zod';
import { TOTAL_MAX, type OptionOrderForOperator } from '@plimsoll/contract/operator';
import type { listOptionOrders } from '@plimsoll/contract/operator/option-orders';
import { amount, format } from '@plimsoll/money';
import { sql, type Query } from '../../platform/db.ts';
import { inOrderOf, readIds } from '../../platform/id-page.ts';
import { orderIds } from '../../platform/order-ids.ts';
import { findByWord } from '../membership/index.ts';
import { SHOWN_COLUMNS, SHOWN_JOINS, shownOption, type Looking, type ShownRow } from './list-options.ts';

interface Row extends ShownRow {
  member_id: string;
  username: string;
  winnings: string;
}

const byIds = sql<Row>(
  'option.forOperator',
  `
  select ${SHOWN_COLUMNS}, o.member_id, w.username, o.winnings
  from option_order o join member w on w.id = o.member_id ${SHOWN_JOINS} where o.id = any($1)`,
);

/** Options as operators see them, in the order of the ids; unknown ids are omitted. */
export async function optionsForOperator(
  query: Query,
  ids: readonly string[],
  looking: Omit<Looking, 'memberId'>,
): Promise<OptionOrderForOperator[]> {
  return inOrderOf(ids, await query.run(byIds, [ids])).map((row) => ({
    // not money: ids, numbers on the wire
    ...shownOption(row, looking),
    id: Number(row.id),
    member_id: Number(row.member_id),
    username: row.username,
    winnings: format(amount(row.winnings)),
  }));
}

/** One page of all members' options (docs/wire/operator.md, option-orders). */
export async function browseOptions(
  query: Query,
  input: z.output<typeof listOptionOrders.input>,
  looking: Omit<Looking, 'memberId'>,
): Promise<{ list: OptionOrderForOperator[]; total: number }> {
  const wanted = {
    memberId: input.member_id ?? null,
    found: input.q === undefined ? null : await findByWord(query, input.q),
    marketId: input.m_id ?? null,
    status: input.status ?? null,
  };
  const { ids, total } = await readIds(
    query,
    orderIds({ name: 'option_order', statuses: Object.values(OPTION_STATUS) }, wanted),
    input,
    TOTAL_MAX,
  );
  return { list: await optionsForOperator(query, ids, looking), total };
}
