import type { Cell, Column } from './db-columns.ts';

/** Which columns a row has, by the property that code knows each under. */
export type Shape = Readonly<Record<string, Column<unknown>>>;

type ValueOf<C> = C extends Column<infer T> ? T : never;
type RowOfShape<S extends Shape> = { readonly [Key in keyof S]: ValueOf<S[Key]> };

/** A row of rows that were declared: `RowOf<typeof ORDERS>`. */
export type RowOf<R> = R extends Rows<infer S> ? RowOfShape<S> : never;

declare const cells: unique symbol;
interface StoredShape<S> {
  readonly [column: string]: unknown;
  readonly [cells]?: S;
}
/** A row as the driver gives it (`sql<Stored<typeof ORDERS>>`); {@link Rows.read} reads it. */
export type Stored<R> = R extends Rows<infer S> ? StoredShape<S> : never;

/**
 * Rows of one shape, declared once: all that a statement needs to write many of them, or to read them, in one order. A
 * property goes into the column of its own name (`placedAt` into `placed_at`), and only a value of the column's type
 * compiles, so columns cannot be swapped. Texts are made when the shape is declared; a statement's stays the same.
 */
export interface Rows<S extends Shape> {
  /** `id, member_id, …`, for the list of an insert and what it selects. */
  readonly columns: string;
  /** How many parameters it takes. */
  readonly width: number;
  /** `o.id, o.member_id, …`, to be read by {@link read}. */
  of(table: string): string;
  /**
   * `unnest($2::bigint[], …) as t (id, member_id, …)`, whose parameters are {@link arrays}; `first` is the number of
   * the first. Parameters of the statement's own go before them.
   */
  unnest(alias: string, first: number): string;
  /** The same with a last column `place` that counts rows from 1. */
  unnestPlaced(alias: string, first: number): string;
  /** Just the arrays (`$2::bigint[], …`), for a function that takes them. */
  parameters(first: number): string;
  /** Values of {@link unnest}'s parameters: an array a column. */
  arrays(rows: readonly RowOfShape<S>[]): Cell[][];
  /** The same for rows that are made of something else. */
  arrays<T>(items: readonly T[], rowOf: (item: T, index: number) => RowOfShape<S>): Cell[][];
  /** A row as it came from the database. Throws RangeError on a cell that is none of its column. */
  readonly read: (row: StoredShape<S>) => RowOfShape<S>;
}

const snakeCase = (property: string): string => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Declares rows: their columns by property, in the order they will have in SQL. */
export function rowsOf<const S extends Shape>(shape: S): Rows<S> {
  const parts = Object.entries(shape).map(([property, column]) => ({
    property,
    column,
    name: column.name ?? snakeCase(property),
  }));
  const columns = parts.map(({ name }) => name).join(', ');
  const parameters = (first: number): string =>
    parts.map(({ column }, index) => `$${first + index}::${column.type}[]`).join(', ');
  const arrays = (rows: readonly Readonly<Record<string, unknown>>[]): Cell[][] =>
    parts.map(({ property, column }) => rows.map((row) => column.write(row[property])));
  // A copy of it has its properties already: adding them one by one takes several times as long.
  const blank: Readonly<Record<string, unknown>> = Object.fromEntries(
    parts.map(({ property }) => [property, undefined]),
  );
  return {
    columns,
    width: parts.length,
    of: (table) => parts.map(({ name }) => `${table}.${name}`).join(', '),
    unnest: (alias, first) => `unnest(${parameters(first)}) as ${alias} (${columns})`,
    unnestPlaced: (alias, first) => `unnest(${parameters(first)}) with ordinality as ${alias} (${columns}, place)`,
    parameters,
    arrays: <T>(items: readonly T[], rowOf?: (item: T, index: number) => RowOfShape<S>) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without rowOf the items are rows, as the overload says
      arrays(rowOf ? items.map(rowOf) : (items as readonly RowOfShape<S>[])),
    read: (row) => {
      const values: Record<string, unknown> = { ...blank };
      for (const { property, column, name } of parts) values[property] = column.read(row[name]);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every property of the shape was just read
      return values as RowOfShape<S>;
    },
  };
}
