import { TOTAL_MAX } from '@plimsoll/contract/operator';
import { sql, type Query } from '../../platform/db.ts';

/** A row that operators put on the site, as the console sees it. */
export interface ShownItem {
  readonly id: number;
  readonly sort: number;
  readonly enabled: 0 | 1;
}
/** What of it they write. */
export type Written<Item extends ShownItem> = Omit<Item, 'id'>;

/** Which rows of a list are asked for. */
export interface ShownFilter {
  readonly page: number;
  readonly limit: number;
  readonly status?: '0' | '1' | undefined;
  readonly q?: string | undefined;
  readonly sort?: 'id' | '-id' | 'sort' | '-sort' | undefined;
}

const ORDERS = { id: 'id', '-id': 'id desc', sort: 'sort, id', '-sort': 'sort desc, id desc' } as const;

/**
 * The SQL of one of the site's tables: all of them have an order, are retired and never deleted, and hold as many rows
 * as visitors are shown. `texts` are its columns of text, `looked` the one that `q` is looked for in.
 */
export function shownTable<Item extends ShownItem>(
  table: string,
  { texts, looked }: { readonly texts: readonly (keyof Item & string)[]; readonly looked: keyof Item & string },
) {
  type Row = Omit<Item, 'id' | 'enabled'> & { readonly id: string; readonly enabled: boolean };
  const written: readonly (keyof Item & string)[] = [...texts, 'sort'];
  const columns = ['id', ...written, 'enabled'].join(', ');
  const where = `($1::boolean is null or enabled = $1) and ($2::text is null or position(lower($2) in lower(${looked})) > 0)`;
  const places = [...written, 'enabled'].map((_name, index) => `$${index + 2}`);
  const statements = {
    id: sql<Row>(`site.${table}.byId`, `select ${columns} from ${table} where id = $1`),
    locked: sql<Row>(`site.${table}.locked`, `select ${columns} from ${table} where id = $1 for update`),
    total: sql<{ total: number }>(
      `site.${table}.total`,
      `select count(*)::int as total from (select from ${table} where ${where} limit ${TOTAL_MAX}) counted`,
    ),
    insert: sql<Row>(
      `site.${table}.insert`,
      `insert into ${table} (${[...written, 'enabled'].join(', ')})
      values (${places.map((_place, index) => `$${index + 1}`).join(', ')}) returning ${columns}`,
    ),
    update: sql<Row>(
      `site.${table}.update`,
      `update ${table} set ${[...written, 'enabled'].map((name, index) => `${name} = ${places[index]}`).join(', ')}
      where id = $1 returning ${columns}`,
    ),
  };
  const page = Object.fromEntries(
    Object.entries(ORDERS).map(([name, order]) => [
      name,
      sql<Row>(
        `site.${table}.page.${name}`,
        `select ${columns} from ${table} where ${where} order by ${order} limit $3 offset $4`,
      ),
    ]),
  );

  const itemOf = (row: Row) => ({ ...row, id: Number(row.id), enabled: row.enabled ? 1 : 0 }) as unknown as Item;
  const valuesOf = (item: Written<Item>): unknown[] => [
    ...written.map((name) => (item as Record<string, unknown>)[name]),
    item.enabled === 1,
  ];
  const one = (row: Row | undefined): Item => {
    if (!row) throw new Error(`no row of ${table} was written`);
    return itemOf(row);
  };

  return {
    /** As the console's paths name it. */
    resource: `${table}s`,
    texts,
    /** A page of all there is, retired rows too. */
    async list(
      query: Query,
      { page: number, limit, status, q, sort = '-id' }: ShownFilter,
    ): Promise<{ list: Item[]; total: number }> {
      const filter = [status === undefined ? null : status === '1', q ?? null];
      const statement = page[sort];
      if (!statement) throw new RangeError(`no such order: ${sort}`);
      const rows = await query.run(statement, [...filter, limit, (number - 1) * limit]);
      const [count] = await query.run(statements.total, filter);
      return { list: rows.map(itemOf), total: count?.total ?? 0 };
    },
    async find(query: Query, id: string, { forUpdate = false } = {}): Promise<Item | undefined> {
      const [row] = await query.run(forUpdate ? statements.locked : statements.id, [id]);
      return row && itemOf(row);
    },
    insert: async (query: Query, item: Written<Item>): Promise<Item> =>
      one((await query.run(statements.insert, valuesOf(item)))[0]),
    update: async (query: Query, id: string, item: Written<Item>): Promise<Item> =>
      one((await query.run(statements.update, [id, ...valuesOf(item)]))[0]),
  };
}
export type ShownTable<Item extends ShownItem> = ReturnType<typeof shownTable<Item>>;
