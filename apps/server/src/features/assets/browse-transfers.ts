import type { z } from 'zod';
import { TOTAL_MAX, type TransferForOperator } from '@plimsoll/contract/operator';
import type { listTransfers } from '@plimsoll/contract/operator/assets';
import { translator } from '@plimsoll/i18n/server';
import { sql, type Query } from '../../platform/db.ts';
import { inOrderOf, readIds, type IdSource } from '../../platform/id-page.ts';
import { findByWord, type Found } from '../membership/index.ts';
import { shownTransfer } from './list-transfers.ts';
import type { TransferListed } from './store.ts';

interface Row extends TransferListed {
  member_id: string;
  username: string;
  coin_id: string;
}

const byIds = sql<Row>(
  'assets.transfersForOperator',
  `
  select t.id, c.title as coin, t.amount, t.from_type, t.to_type, t.at, t.member_id, w.username, t.coin_id
  from account_transfer t join coin c on c.id = t.coin_id join member w on w.id = t.member_id where t.id = any($1)`,
);

/** Transfers as operators see them, in the order of the ids; unknown ids are omitted. */
export async function transfersForOperator(
  query: Query,
  ids: readonly string[],
  lang: string,
): Promise<TransferForOperator[]> {
  const translate = translator(lang);
  return inOrderOf(ids, await query.run(byIds, [ids])).map((row) => ({
    ...shownTransfer(row, translate),
    member_id: Number(row.member_id),
    username: row.username,
    c_id: Number(row.coin_id),
  }));
}

function transferIds(memberId: string | null, found: Found | null): IdSource {
  const mine = '($2::bigint is null or member_id = $2)';
  if (found) {
    return {
      name: 'console.account_transfer.found',
      values: [memberId, found.id, found.memberId],
      text: (order, reach) => `select id from account_transfer where id = $3::bigint and id < $1 and ${mine}
        union select id from (select id from account_transfer where member_id = $4::bigint and id < $1 and ${mine} order by id ${order} limit ${reach}) theirs`,
    };
  }
  return memberId === null
    ? {
        name: 'console.account_transfer',
        values: [],
        text: (order, reach) => `select id from account_transfer where id < $1 order by id ${order} limit ${reach}`,
      }
    : {
        name: 'console.account_transfer.of',
        values: [memberId],
        text: (order, reach) =>
          `select id from account_transfer where member_id = $2 and id < $1 order by id ${order} limit ${reach}`,
      };
}

/** One page of all transfers between own accounts (docs/wire/operator.md). */
export async function browseTransfers(
  query: Query,
  input: z.output<typeof listTransfers.input>,
  lang: string,
): Promise<{ list: TransferForOperator[]; total: number }> {
  const found = input.q === undefined ? null : await findByWord(query, input.q);
  const { ids, total } = await readIds(query, transferIds(input.member_id ?? null, found), input, TOTAL_MAX);
  return { list: await transfersForOperator(query, ids, lang), total };
}
