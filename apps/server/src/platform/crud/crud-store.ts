import { TOTAL_MAX } from '@plimsoll/contract/operator';
import { sql, type Db, type Query, type Statement, type Tx } from '../db.ts';
import { oneRow, type CrudItem, type CrudResource, type ListInput } from './crud-resource.ts';

interface Statements {
  readonly list: (sort: string | undefined) => Statement<object>;
  readonly count: Statement<{ total: number }>;
  readonly one: Statement<object>;
  readonly name: Statement<{ name: string }>;
  readonly lock: Statement<never>;
  readonly nextSort: Statement<{ next: number }>;
}

const ORDERS = new Map([
  ['id', 'r.id'],
  ['-id', 'r.id desc'],
  ['sort', 'r.sort, r.id'],
  ['-sort', 'r.sort desc, r.id desc'],
]);
const NEWEST_FIRST = 'r.id desc';

function statementsOf({
  resource,
  table,
  rows,
}: Pick<CrudResource<CrudItem>, 'resource' | 'table' | 'rows'>): Statements {
  const wanted = `from (${rows}) r where ($1::boolean is null or r.enabled = $1) and ($2::text is null or strpos(lower(r.name), lower($2)) > 0)`;
  return {
    list: (sort) => {
      const order = ORDERS.get(sort ?? '') ?? NEWEST_FIRST;
      return sql(`${resource}.list.${order}`, `select * ${wanted} order by ${order} limit $3 offset $4`);
    },
    count: sql(`${resource}.count`, `select least(count(*), ${TOTAL_MAX})::int as total ${wanted}`),
    one: sql(`${resource}.one`, `select * from (${rows}) r where r.id = $1`),
    name: sql(`${resource}.name`, `select name from (${rows}) r where r.id = $1`),
    lock: sql(`${resource}.lock`, `select id from ${table} where id = $1 for no key update`),
    nextSort: sql(`${resource}.next`, `select coalesce(max(sort) + 1, 0) as next from ${table}`),
  };
}

/** Reads the rows of one resource. */
export class CrudStore<Item extends CrudItem> {
  readonly #crud: CrudResource<Item>;
  readonly #statements: Statements;

  constructor(crud: CrudResource<Item>) {
    this.#crud = crud;
    this.#statements = statementsOf(crud);
  }

  async read(query: Query, id: string): Promise<Item | undefined> {
    const [row] = await query.run(this.#statements.one, [id]);
    return row && this.#crud.item(row);
  }

  async require(query: Query, id: string): Promise<Item> {
    const item = await this.read(query, id);
    if (!item) throw new Error(`${this.#crud.resource} ${id} does not exist`);
    return item;
  }

  /** A page of items as shown, and their number. */
  async list(db: Db, { page, limit, status, q, sort }: ListInput): Promise<{ list: Item[]; total: number }> {
    const filter = [status === undefined ? null : status === '1', q ?? null];
    const [found, { total }] = await Promise.all([
      db.run(this.#statements.list(sort), [...filter, limit, (page - 1) * limit]),
      oneRow(db, this.#statements.count, filter),
    ]);
    const items = found.map((row) => this.shown(this.#crud.item(row)));
    return { list: await this.whole(db, items), total };
  }

  /** How operators know it; empty when it does not exist. */
  async nameOf(query: Query, id: string): Promise<string> {
    return (await query.run(this.#statements.name, [id]))[0]?.name ?? '';
  }

  async lock(tx: Tx, id: string): Promise<void> {
    await tx.run(this.#statements.lock, [id]);
  }

  async nextSort(tx: Tx): Promise<number> {
    return (await oneRow(tx, this.#statements.nextSort, [])).next;
  }

  /** Items as lists show them. */
  async whole(query: Query, items: Item[]): Promise<Item[]> {
    return (await this.#crud.beside?.(query, items)) ?? items;
  }

  shown(item: Item): Item {
    return this.#crud.shown?.(item) ?? item;
  }
}
