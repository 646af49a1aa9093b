import type { IdSource } from './id-page.ts';

/** A table with `id`, `member_id`, `market_id`, `status`, indexed by (member_id, id) and (market_id, status, id). */
interface OrderTable {
  readonly name: string;
  readonly statuses: readonly number[];
}

/** Null does not filter. */
export interface WantedOrders {
  readonly memberId: string | null;
  /** The result of a search: one order, and all of one member's. */
  readonly found: { readonly id: string | null; readonly memberId: string | null } | null;
  readonly marketId: string | null;
  readonly status: string | null;
}

/** Each filter reads its own index. */
export function orderIds(
  { name, statuses }: OrderTable,
  { memberId, found, marketId, status }: WantedOrders,
): IdSource {
  const values: unknown[] = [];
  const place = (value: unknown, type: string): string => `$${values.push(value) + 1}::${type}`;
  const only = [
    ...(memberId === null ? [] : [`member_id = ${place(memberId, 'bigint')}`]),
    ...(marketId === null ? [] : [`market_id = ${place(marketId, 'bigint')}`]),
    ...(status === null ? [] : [`status = ${place(status, 'smallint')}`]),
    'id < $1',
  ].join(' and ');
  const named = `console.${name}.${[memberId, marketId, status].map((each) => (each === null ? '-' : 'x')).join('')}`;
  const read = (where: string, order: string, reach: string): string =>
    `select id from ${name} where ${where} order by id ${order} limit ${reach}`;

  if (found) {
    const [own, whose] = [place(found.id, 'bigint'), place(found.memberId, 'bigint')];
    return {
      name: `${named}.found`,
      values,
      text: (order, reach) => `select id from ${name} where id = ${own} and ${only}
        union select id from (${read(`member_id = ${whose} and ${only}`, order, reach)}) theirs`,
    };
  }
  if (memberId !== null || (marketId === null && status === null))
    return { name: named, values, text: (order, reach) => read(only, order, reach) };
  return {
    name: named,
    values,
    text: (
      order,
      reach,
    ) => `select one.id from market m cross join (values ${statuses.map((each) => `(${each}::smallint)`).join(', ')}) s (status)
      cross join lateral (${read(`market_id = m.id and status = s.status and ${only}`, order, reach)}) one`,
  };
}
