import type { Cell, Column } from './db-columns.ts';

export type Shape = Readonly<Record<string, Column<unknown>>>;

type ValueOf<C> = C extends Column<infer T> ? T : never;
type RowOfShape<S extends Shape> = { readonly [Key in keyof S]: ValueOf<S[Key]> };

/** A row of declared rows: `RowOf<typeof ORDERS>`. */
export type RowOf<R> = R extends Rows<infer S> ? RowOfShape<S> : never;

declare const cells: unique symbol;
interface StoredShape<S> {
  readonly [column: string]: unknown;
  readonly [cells]?: S;
}
/** A row of the driver (`sql<Stored<typeof ORDERS>>`), to be read by {@link Rows.read}. */
export type Stored<R> = R extends Rows<infer S> ? StoredShape<S> : never;

/**
 * Rows of one shape, for statements that write or read many. A property goes into the column of its name (`placedAt`
 * into `placed_at`), and only a value of the column's type compiles: columns cannot be swapped. The texts are made at
 * the declaration.
 */
export interface Rows<S extends Shape> {
  /** `id, member_id, …`, for an insert and its select. */
  readonly columns: string;
  readonly width: number;
  /** `o.id, o.member_id, …`, to be read by {@link read}. */
  of(table: string): string;
  /** `unnest($2::bigint[], …) as t (id, member_id, …)`, its parameters {@link arrays}, from number `first`. */
  unnest(alias: string, first: number): string;
  /** With a last column `place` that counts rows from 1. */
  unnestPlaced(alias: string, first: number): string;
  parameters(first: number): string;
  /** {@link unnest}'s parameters, an array a column. */
  arrays(rows: readonly RowOfShape<S>[]): Cell[][];
  /** The same for rows that are made of something else. */
  arrays<T>(items: readonly T[], rowOf: (item: T, index: number) => RowOfShape<S>): Cell[][];
  /** Throws RangeError on a cell that does not fit its column. */
  readonly read: (row: StoredShape<S>) => RowOfShape<S>;
}

const snakeCase = (property: string): string => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Declares rows: their columns by property, in the order of the SQL. */
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
  // Copied for each row: adding properties one by one takes several times as long.
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
