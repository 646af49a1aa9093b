import { TOTAL_MAX } from '@plimsoll/contract/operator';
import type { Query } from '../../platform/db.ts';
import { readIds, type IdSource } from '../../platform/id-page.ts';
import { findByWord, type Found } from '../membership/index.ts';

/** What a review list is asked for (wire, "Operator API"). */
interface ListAsked {
  readonly page: number;
  readonly limit: number;
  readonly status?: '1' | '2' | '3' | undefined;
  readonly member_id?: string | undefined;
  /** Its number, or whose it is. */
  readonly q?: string | undefined;
  readonly sort?: 'id' | '-id' | undefined;
  readonly before?: string | undefined;
}

interface Wanted {
  readonly status: string | null;
  readonly memberId: string | null;
  readonly found: Found | null;
}

/** The ids of a review queue: each way of narrowing it has an index of its own to read, in order. */
function reviewIds(table: 'recharge' | 'withdrawal', { status, memberId, found }: Wanted): IdSource {
  const values: unknown[] = [];
  const place = (value: unknown, type: string): string => `$${values.push(value) + 1}::${type}`;
  const only = [
    ...(memberId === null ? [] : [`member_id = ${place(memberId, 'bigint')}`]),
    ...(status === null ? [] : [`status = ${place(status, 'smallint')}`]),
    'id < $1',
  ].join(' and ');
  const name = `funding.${table}.${[memberId, status, found].map((each) => (each === null ? '-' : 'x')).join('')}`;
  const read = (where: string, order: string, reach: string): string => `select id from ${table} where ${where} order by id ${order} limit ${reach}`;
  if (!found) return { name, values, text: (order, reach) => read(only, order, reach) };
  const [own, whose] = [place(found.id, 'bigint'), place(found.memberId, 'bigint')];
  return {
    name, values,
    text: (order, reach) => `select id from ${table} where id = ${own} and ${only} union select id from (${read(`member_id = ${whose} and ${only}`, order, reach)}) theirs`,
  };
}

/** One page of a review queue's ids, with its total. */
export async function reviewPage(query: Query, table: 'recharge' | 'withdrawal', asked: ListAsked): Promise<{ readonly ids: string[]; readonly total: number }> {
  const found = asked.q === undefined ? null : await findByWord(query, asked.q);
  return readIds(query, reviewIds(table, { status: asked.status ?? null, memberId: asked.member_id ?? null, found }), asked, TOTAL_MAX);
}
