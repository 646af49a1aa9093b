import type { z } from 'zod';
import { TOTAL_MAX } from '@plimsoll/contract/operator';
import { sql, type Query } from '../../platform/db.ts';
import type { Fields } from '../../platform/two-operators.ts';

/** A row of site content, as the console sees it. */
export interface ShownItem {
  readonly id: number;
  readonly sort: number;
  readonly enabled: 0 | 1;
}
export interface ShownFilter {
  readonly page: number;
  readonly limit: number;
  readonly status?: '0' | '1' | undefined;
  readonly q?: string | undefined;
  readonly sort?: 'id' | '-id' | 'sort' | '-sort' | undefined;
}

const ORDERS = { id: 'id', '-id': 'id desc', sort: 'sort, id', '-sort': 'sort desc, id desc' } as const;

interface Row extends Fields {
  readonly id: string;
  readonly enabled: boolean;
}
interface Layout {
  /** The column of each text field. */
  readonly texts: Readonly<Record<string, string>>;
  /** The column that `q` searches. */
  readonly searched: string;
}

function statementsOf(table: string, { texts, searched }: Layout) {
  const selected = [
    'id',
    ...Object.entries(texts).map(([field, column]) => (field === column ? column : `${column} as ${field}`)),
    'sort',
    'enabled',
  ].join(', ');
  const written = [...Object.values(texts), 'sort', 'enabled'];
  const where = `($1::boolean is null or enabled = $1) and ($2::text is null or position(lower($2) in lower(${searched})) > 0)`;
  const page = (name: keyof typeof ORDERS) =>
    sql<Row>(
      `site.${table}.page.${name}`,
      `select ${selected} from ${table} where ${where} order by ${ORDERS[name]} limit $3 offset $4`,
    );
  return {
    id: sql<Row>(`site.${table}.byId`, `select ${selected} from ${table} where id = $1`),
    locked: sql<Row>(`site.${table}.locked`, `select ${selected} from ${table} where id = $1 for update`),
    total: sql<{ total: number }>(
      `site.${table}.total`,
      `select count(*)::int as total from (select from ${table} where ${where} limit ${TOTAL_MAX}) counted`,
    ),
    insert: sql<Row>(
      `site.${table}.insert`,
      `insert into ${table} (${written.join(', ')})
      values (${written.map((_column, index) => `$${index + 1}`).join(', ')}) returning ${selected}`,
    ),
    update: sql<Row>(
      `site.${table}.update`,
      `update ${table} set ${written.map((column, index) => `${column} = $${index + 2}`).join(', ')}
      where id = $1 returning ${selected}`,
    ),
    page: { id: page('id'), '-id': page('-id'), sort: page('sort'), '-sort': page('-sort') },
  };
}

/** A table of ordered rows that are disabled, never deleted; `item` is the schema of a row for the console. */
export function shownTable<Item extends ShownItem>(table: string, item: z.ZodType<Item>, layout: Layout) {
  const statements = statementsOf(table, layout);
  const texts = Object.keys(layout.texts);
  const itemOf = (row: Row): Item => item.parse({ ...row, id: Number(row.id), enabled: row.enabled ? 1 : 0 });
  const valuesOf = (fields: Fields): unknown[] => [
    ...texts.map((name) => fields[name]),
    fields['sort'],
    fields['enabled'] === 1,
  ];
  const one = (row: Row | undefined): Item => {
    if (!row) throw new Error(`a write to ${table} returned no row`);
    return itemOf(row);
  };

  return {
    /** The name in the console's paths. */
    resource: `${table}s`,
    texts,
    /** A page of all rows, disabled ones too. */
    async list(
      query: Query,
      { page: number, limit, status, q, sort = '-id' }: ShownFilter,
    ): Promise<{ list: Item[]; total: number }> {
      const filter = [status === undefined ? null : status === '1', q ?? null];
      const rows = await query.run(statements.page[sort], [...filter, limit, (number - 1) * limit]);
      const [count] = await query.run(statements.total, filter);
      return { list: rows.map(itemOf), total: count?.total ?? 0 };
    },
    async find(query: Query, id: string, { forUpdate = false } = {}): Promise<Item | undefined> {
      const [row] = await query.run(forUpdate ? statements.locked : statements.id, [id]);
      return row && itemOf(row);
    },
    insert: async (query: Query, fields: Fields): Promise<Item> =>
      one((await query.run(statements.insert, valuesOf(fields)))[0]),
    update: async (query: Query, id: string, fields: Fields): Promise<Item> =>
      one((await query.run(statements.update, [id, ...valuesOf(fields)]))[0]),
  };
}
export type ShownTable<Item extends ShownItem> = ReturnType<typeof shownTable<Item>>;
