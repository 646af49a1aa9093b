import type { z } from 'zod';
import { TOTAL_MAX, type StakeForOperator } from '@plimsoll/contract/operator';
import type { listStakes } from '@plimsoll/contract/operator/staking';
import { sql, type Query } from '../../platform/db.ts';
import { heldIds } from '../../platform/held-ids.ts';
import { inOrderOf, readIds } from '../../platform/id-page.ts';
import { idInOrderNumber } from '../../platform/order-number.ts';
import { findByWord } from '../membership/index.ts';
import { LISTED, shownStake, type StakeListed } from './list-stakes.ts';

interface Row extends StakeListed {
  readonly member_id: string;
  readonly username: string;
  readonly coin_id: string;
  readonly project_id: string;
  readonly info_id: string;
}

const byIds = sql<Row>(
  'staking.forOperator',
  `
  select ${LISTED}, s.member_id, m.username, s.coin_id, i.project_id, s.info_id
  from stake s join coin c on c.id = s.coin_id join member m on m.id = s.member_id join staking_info i on i.id = s.info_id
  where s.id = any($1::bigint[])`,
);

/** Stakes as operators see them at `nowMs`, in the order of the ids; missing ones are left out. */
export async function stakesForOperator(
  query: Query,
  ids: readonly string[],
  nowMs: number,
): Promise<StakeForOperator[]> {
  return inOrderOf(ids, await query.run(byIds, [ids])).map((row) => ({
    ...shownStake(row, nowMs),
    // not money: ids, numbers on the wire
    member_id: Number(row.member_id),
    username: row.username,
    c_id: Number(row.coin_id),
    project_id: Number(row.project_id),
    s_id: Number(row.info_id),
  }));
}

/** A page of all stakes (docs/wire/operator.md). */
export async function browseStakes(
  query: Query,
  input: z.output<typeof listStakes.input>,
  nowMs: number,
): Promise<{ list: StakeForOperator[]; total: number }> {
  const found = input.q === undefined ? null : await findByWord(query, idInOrderNumber(input.q));
  const { ids, total } = await readIds(
    query,
    heldIds('stake', { memberId: input.member_id ?? null, found, status: input.status ?? null }),
    input,
    TOTAL_MAX,
  );
  return { list: await stakesForOperator(query, ids, nowMs), total };
}
