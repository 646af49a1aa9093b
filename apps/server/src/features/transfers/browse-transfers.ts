import type { z } from 'zod';
import { TOTAL_MAX, type MemberTransferForOperator } from '@plimsoll/contract/operator';
import type { listMemberTransfers } from '@plimsoll/contract/operator/transfers';
import { format, rate } from '@plimsoll/money';
import { sql, type Query } from '../../platform/db.ts';
import { inOrderOf, readIds, type IdSource } from '../../platform/id-page.ts';
import { idInOrderNumber } from '../../platform/order-number.ts';
import { findByWord, type Found } from '../membership/index.ts';
import { LISTED, shownTransfer, type TransferListed } from './list-transfers.ts';

interface Row extends TransferListed {
  readonly member_id: string;
  readonly username: string;
  readonly to_member_id: string;
  readonly coin_id: string;
  readonly rate: string;
  readonly days: number;
  readonly ended_at: Date | null;
}

const byIds = sql<Row>(
  'transfers.forOperator',
  `
  select ${LISTED}, t.member_id, w.username, t.to_member_id, t.coin_id, t.rate, t.days, t.ended_at
  from member_transfer t join member w on w.id = t.member_id join member r on r.id = t.to_member_id join coin c on c.id = t.coin_id
  where t.id = any($1::bigint[])`,
);

/** Transfers as operators see them, in the order of the ids; missing ones are left out. */
export async function memberTransfersForOperator(
  query: Query,
  ids: readonly string[],
): Promise<MemberTransferForOperator[]> {
  return inOrderOf(ids, await query.run(byIds, [ids])).map((row) => ({
    ...shownTransfer(row),
    // not money: ids, numbers on the wire
    member_id: Number(row.member_id),
    username: row.username,
    to_member_id: Number(row.to_member_id),
    c_id: Number(row.coin_id),
    internal_transfer_sxf: format(rate(row.rate)),
    internal_transfer_days: row.days,
    updatetime: row.ended_at?.toISOString() ?? null,
  }));
}

interface Wanted {
  readonly memberId: string | null;
  readonly found: Found | null;
  readonly status: string | null;
}

/** Each filter reads its own index: one for sent, one for received transfers. */
function transferIds({ memberId, found, status }: Wanted): IdSource {
  const values: unknown[] = [];
  const place = (value: unknown, type: string): string => `$${values.push(value) + 1}::${type}`;
  const stands = status === null ? '' : ` and status = ${place(status, 'smallint')}`;
  const mine = memberId === null ? undefined : place(memberId, 'bigint');
  const named = `console.member_transfer.${status === null ? '-' : 'x'}${mine === undefined ? '-' : 'x'}`;
  const read = (where: string, order: string, reach: string): string =>
    `select id from (select id from member_transfer where ${where}${stands} and id < $1 order by id ${order} limit ${reach}) part`;
  const ofMember = (member: string, order: string, reach: string): string =>
    `${read(`member_id = ${member}`, order, reach)} union all ${read(`to_member_id = ${member}`, order, reach)}`;

  if (found) {
    const [own, whose] = [place(found.id, 'bigint'), place(found.memberId, 'bigint')];
    const both = mine === undefined ? '' : ` and ${mine} in (t.member_id, t.to_member_id)`;
    return {
      name: `${named}.found`,
      values,
      text: (order, reach) => `select t.id from member_transfer t
        where t.id in (select id from (${read(`id = ${own}`, order, reach)}) one union select id from (${ofMember(whose, order, reach)}) theirs)${both}`,
    };
  }
  return {
    name: named,
    values,
    text: (order, reach) => (mine === undefined ? read('true', order, reach) : ofMember(mine, order, reach)),
  };
}

/** A page of all member transfers (docs/wire/operator.md). */
export async function browseMemberTransfers(
  query: Query,
  input: z.output<typeof listMemberTransfers.input>,
): Promise<{ list: MemberTransferForOperator[]; total: number }> {
  const found = input.q === undefined ? null : await findByWord(query, idInOrderNumber(input.q));
  const wanted = { memberId: input.member_id ?? null, found, status: input.status ?? null };
  const { ids, total } = await readIds(query, transferIds(wanted), input, TOTAL_MAX);
  return { list: await memberTransfersForOperator(query, ids), total };
}
