import type { IdSource } from './id-page.ts';

/** Null does not filter. */
export interface WantedHeld {
  readonly memberId: string | null;
  /** The result of a search: one thing, and all of one member's. */
  readonly found: { readonly id: string | null; readonly memberId: string | null } | null;
  readonly status: string | null;
  /** A condition in place of a status, with an index on it and the id. */
  readonly stands?: string;
}

/**
 * A query for ids of members' things in a table with `id`, `member_id` and `status`, indexed by (member_id, id) and
 * (status, id); each filter reads its own index.
 */
export function heldIds(table: string, { memberId, found, status, stands }: WantedHeld): IdSource {
  const values: unknown[] = [];
  const place = (value: unknown, type: string): string => `$${values.push(value) + 1}::${type}`;
  const only = [
    ...(memberId === null ? [] : [`member_id = ${place(memberId, 'bigint')}`]),
    ...(status === null ? [] : [`status = ${place(status, 'smallint')}`]),
    ...(stands === undefined ? [] : [stands]),
    'id < $1',
  ].join(' and ');
  const name = `console.${table}.${[memberId, status].map((each) => (each === null ? '-' : 'x')).join('')}${stands === undefined ? '' : `.${stands}`}`;
  const read = (where: string, order: string, reach: string): string =>
    `select id from ${table} where ${where} order by id ${order} limit ${reach}`;
  if (!found) return { name, values, text: (order, reach) => read(only, order, reach) };
  const [own, whose] = [place(found.id, 'bigint'), place(found.memberId, 'bigint')];
  return {
    name: `${name}.found`,
    values,
    text: (order, reach) =>
      `select id from ${table} where id = ${own} and ${only} union select id from (${read(`member_id = ${whose} and ${only}`, order, reach)}) theirs`,
  };
}
