import type { z } from 'zod';
import { TOTAL_MAX } from '@plimsoll/contract/operator';
import type { listLoans } from '@plimsoll/contract/operator/loans';
import type { Query } from '../../platform/db.ts';
import { readIds, type IdSource } from '../../platform/id-page.ts';
import { idInOrderNumber } from '../../platform/order-number.ts';
import { findByWord, type Found } from '../membership/index.ts';

type Asked = z.output<typeof listLoans.input>;

interface Wanted {
  readonly status: Asked['status'] | null;
  readonly memberId: string | null;
  readonly found: Found | null;
}

/** Each way of narrowing the list has an index of its own to read, in order. */
function loanIds({ status, memberId, found }: Wanted): IdSource {
  const values: unknown[] = [];
  const place = (value: unknown, type: string): string => `$${values.push(value) + 1}::${type}`;
  const stands = status === 'overdue' ? ['is_repayment = 2'] : status === null || status === undefined ? [] : [`status = ${place(status, 'smallint')}`];
  const only = [...(memberId === null ? [] : [`member_id = ${place(memberId, 'bigint')}`]), ...stands, 'id < $1'].join(' and ');
  const name = `loans.browse.${status === 'overdue' ? 'o' : stands.length === 0 ? '-' : 'x'}${memberId === null ? '-' : 'x'}${found ? 'x' : '-'}`;
  const read = (where: string, order: string, reach: string): string => `select id from loan where ${where} order by id ${order} limit ${reach}`;
  if (!found) return { name, values, text: (order, reach) => read(only, order, reach) };
  const [own, whose] = [place(found.id, 'bigint'), place(found.memberId, 'bigint')];
  return {
    name, values,
    text: (order, reach) => `select id from loan where id = ${own} and ${only} union select id from (${read(`member_id = ${whose} and ${only}`, order, reach)}) theirs`,
  };
}

/** One page of everybody's loans: their ids, and how many there are (wire, "Operator API"). */
export async function browseLoans(query: Query, asked: Asked): Promise<{ readonly ids: string[]; readonly total: number }> {
  const found = asked.q === undefined ? null : await findByWord(query, idInOrderNumber(asked.q));
  return readIds(query, loanIds({ status: asked.status ?? null, memberId: asked.member_id ?? null, found }), asked, TOTAL_MAX);
}
