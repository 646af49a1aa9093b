import { sql, type Query } from './db.ts';

/** Beyond every id. */
const MAX = '9223372036854775807';

/**
 * A console list as SQL that yields `id`s in order, no further than `reach`, so that no list reads a whole table:
 * `select id from thing where kind = $2 and id < $1 order by id ${order} limit ${reach}`.
 */
export interface IdSource {
  /** Unique among statements. */
  readonly name: string;
  /** `$1` bounds the ids; {@link values} from `$2`. */
  readonly text: (order: 'asc' | 'desc', reach: string) => string;
  readonly values: readonly unknown[];
}

export interface Stretch {
  readonly before?: string | undefined;
  readonly page: number;
  readonly limit: number;
  /** `id` for the oldest first; else the newest first. */
  readonly sort?: string | undefined;
}

/**
 * Reads a page of ids in order, and their number, counted up to `most`. The cost grows with the page's depth, not the
 * list's length.
 */
export async function readIds(
  query: Query,
  { name, text, values }: IdSource,
  { before, page, limit, sort }: Stretch,
  most: number,
): Promise<{ ids: string[]; total: number }> {
  const order = sort === 'id' ? 'asc' : 'desc';
  const place = (nth: number): string => `$${values.length + 1 + nth}::bigint`;
  const paged = sql<{ id: string }>(
    `${name}.${order}`,
    `
    select id from (${text(order, place(1))}) each order by id ${order} limit ${place(2)} offset ${place(3)}`,
  );
  const counted = sql<{ count: number }>(
    `${name}.total`,
    `
    select count(*)::int as count from (select from (${text('desc', place(1))}) each limit ${place(1)}) counted`,
  );
  const offset = (page - 1) * limit;
  const [rows, [total]] = await Promise.all([
    query.run(paged, [before ?? MAX, ...values, offset + limit, limit, offset]),
    query.run(counted, [MAX, ...values, most]),
  ]);
  return { ids: rows.map(({ id }) => id), total: total?.count ?? 0 };
}

/** Rows in the order of their ids. */
export function inOrderOf<Row extends { readonly id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
