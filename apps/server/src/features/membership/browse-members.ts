import type { z } from 'zod';
import { TOTAL_MAX, type MemberItem } from '@plimsoll/contract/operator';
import type { listMembers } from '@plimsoll/contract/operator/membership';
import { sql, type Query } from '../../platform/db.ts';
import { ITEM_COLUMNS, itemOf, type ItemRow } from './member-item.ts';

type Input = z.output<typeof listMembers.input>;
type Sort = NonNullable<Input['sort']>;

const ID = /^[1-9]\d{0,17}$/;
/** Each order has an index. */
const ORDERS: Readonly<Record<Sort, string>> = {
  id: 'm.id',
  '-id': 'm.id desc',
  username: 'm.username using ~<~, m.id',
  '-username': 'm.username using ~>~, m.id desc',
};
const STATUSES = { active: 'not m.frozen', frozen: 'm.frozen' } as const;
const ALL = 'true';

/** Members whose name begins with `$1`, and the one with id `$2`. */
const SEARCHED = `
  (select * from member where username ~>=~ $1 and username ~<~ ($1 || '\u{10ffff}') order by username using ~<~ limit ${TOTAL_MAX + 1})
  union select * from member where id = $2::bigint`;

interface Wanted {
  readonly q: string | undefined;
  readonly status: Input['status'];
  readonly sort: Sort;
}

function statements({ q, status, sort }: Wanted) {
  const from = q === undefined ? 'member m' : `(${SEARCHED}) m`;
  const where = status === undefined ? ALL : STATUSES[status];
  const [limit, offset] = q === undefined ? ['$1', '$2'] : ['$3', '$4'];
  const key = [q === undefined ? 'all' : 'searched', status ?? 'any'].join('.');
  return {
    page: sql<ItemRow>(
      `membership.browse.${key}.${sort}`,
      `select ${ITEM_COLUMNS} from ${from} where ${where} order by ${ORDERS[sort]} limit ${limit} offset ${offset}`,
    ),
    count: sql<{ count: number }>(
      `membership.count.${key}`,
      `select count(*)::int as count from (select from ${from} where ${where} limit ${TOTAL_MAX}) counted`,
    ),
  };
}

/** A page of members (docs/wire/operator.md); newest first by default. */
export async function browseMembers(
  query: Query,
  { page, limit, q, status, sort = '-id' }: Input,
): Promise<{ list: MemberItem[]; total: number }> {
  const wanted = statements({ q, status, sort });
  const values = q === undefined ? [] : [q.toLowerCase(), ID.test(q) ? q : null];
  const [rows, [counted]] = await Promise.all([
    query.run(wanted.page, [...values, limit, (page - 1) * limit]),
    query.run(wanted.count, values),
  ]);
  return { list: rows.map(itemOf), total: counted?.count ?? 0 };
}
