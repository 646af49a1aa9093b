import type { OperatorCall, OperatorReason, OperatorResult, Proposed } from '@plimsoll/contract/operator';
import type { Query, Statement, Tx } from '../db.ts';

export interface CrudItem {
  readonly id: number;
  readonly enabled: 0 | 1;
}

/** Parameters of a list. */
export interface ListInput {
  readonly page: number;
  readonly limit: number;
  readonly status?: '0' | '1' | undefined;
  readonly q?: string | undefined;
  readonly sort?: string | undefined;
}

/** `crudCalls` of the contract. */
export interface CrudCalls<Item, Making, Changing> {
  readonly list: OperatorCall<ListInput, { list: Item[]; total: number }>;
  readonly read: OperatorCall<{ id: string }, Item>;
  readonly create: OperatorCall<Making, Item | Proposed>;
  readonly change: OperatorCall<Changing, Item | Proposed>;
}

/** How rows that owners keep are read, checked and written. */
export interface CrudResource<Item extends CrudItem> {
  /** Its name in console paths and in the log. */
  readonly resource: string;
  readonly table: string;
  /**
   * A select of all rows: a column for each field, besides `id`, `enabled`, `sort` and `name`, which is searched. Some
   * hundreds of rows, read by operators alone.
   */
  readonly rows: string;
  /** Whether rows have an order; a new one is put last. */
  readonly sorted: boolean;
  item(row: object): Item;
  /** A new one before anything is given. */
  readonly blank: Item;
  /** The item to write, or why it cannot be. `before` is the locked row. */
  judge(tx: Tx, wanted: Item, before: Item | undefined): Promise<OperatorResult<Item>>;
  /** Writes a new one. @returns its id */
  insert(tx: Tx, item: Item, atMs: number): Promise<string>;
  update(tx: Tx, item: Item, before: Item, atMs: number): Promise<OperatorResult<null>>;
  /** Items with what is read beside them, in lists and where one is read; no part of a change. */
  beside?(query: Query, items: readonly Item[]): Promise<Item[]>;
  /** What is shown beside what is kept. */
  shown?(item: Item): Item;
}

/** Refuses a field. */
export const refuseField = (
  reason: OperatorReason,
  field: string,
  params: Readonly<Record<string, string>> = {},
): { ok: false; refusal: { reason: OperatorReason; params: Record<string, string> } } => ({
  ok: false,
  refusal: { reason, params: { ...params, field } },
});

/** The only row of a statement that writes one. */
export async function oneRow<Row>(query: Query, statement: Statement<Row>, values: readonly unknown[]): Promise<Row> {
  const [row] = await query.run(statement, values);
  if (row === undefined) throw new Error(`${statement.name} gave no row`);
  return row;
}
