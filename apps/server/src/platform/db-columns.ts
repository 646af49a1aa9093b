import { amount, format, price, rate, type Amount, type Price, type Rate } from '@plimsoll/money';

export type Cell = string | number | boolean | Date | null;

/** A column's SQL type, and how a `T` is written and read. Methods, so that any column is a `Column<unknown>`. */
export interface Column<T> {
  readonly type: string;
  /** Where it is not its property in snake case. */
  readonly name?: string | undefined;
  write(value: T): Cell;
  /** A cell of the driver as a `T`; throws RangeError on what is none. */
  read(cell: unknown): T;
  named(name: string): Column<T>;
  orNull(): Column<T | null>;
}

declare const of: unique symbol;
/** An id of one kind (`Id<'member'>`). One of another kind does not compile; any other text does. */
export type Id<Of extends string> = string & { readonly [of]?: Of };

interface Kind<T> {
  readonly type: string;
  readonly name?: string | undefined;
  readonly write: (value: T) => Cell;
  readonly read: (cell: unknown) => T;
}

const column = <T>({ type, name, write, read }: Kind<T>): Column<T> => ({
  type,
  name,
  write,
  read,
  named: (other) => column({ type, name: other, write, read }),
  orNull: () =>
    column<T | null>({
      type,
      name,
      write: (value) => (value === null ? null : write(value)),
      read: (cell) => (cell === null ? null : read(cell)),
    }),
});

const plain = <T extends Cell>(type: string): Column<T> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the driver reads a cell by its SQL type
  column<T>({ type, write: (value) => value, read: (cell) => cell as T });

const dateOf = (cell: unknown): Date => {
  if (cell instanceof Date) return cell;
  throw new RangeError(`not a moment: ${String(cell)}`);
};

/** An id: text inside the server, `bigint` in the database. */
export const id = <const Of extends string>(_of: Of): Column<Id<Of>> => plain<Id<Of>>('bigint');
export const text = plain<string>('text');
export const bool = plain<boolean>('boolean');
export const smallint = plain<number>('smallint');
export const int = plain<number>('int');
export const float = plain<number>('float8');
/** A number of the contract (`LoanStatus`), as the table checks. */
export const numbered = <Of extends number>(): Column<Of> => plain<Of>('smallint');
export const decimal = plain<string>('numeric');
export const json = plain<string>('jsonb');
/** Bytes, as hex text. */
export const hex = column<string>({
  type: 'bytea',
  write: (value) => `\\x${value}`,
  read: (cell) => {
    if (!(cell instanceof Uint8Array)) throw new RangeError(`not bytes: ${String(cell)}`);
    return Buffer.from(cell).toString('hex');
  },
});
/** A number of a tick, mark or book. Never money. */
export const count = column<number>({ type: 'bigint', write: (value) => value, read: Number });
export const at = column<Date>({ type: 'timestamptz', write: (value) => value, read: dateOf });
/** Epoch milliseconds; the column is named without the property's `Ms`. */
export const atMs = column<number>({
  type: 'timestamptz',
  write: (value) => new Date(value),
  read: (cell) => dateOf(cell).getTime(),
});

const exact = <T extends Amount | Price | Rate>(read: (stored: string) => T): Column<T> =>
  column<T>({ type: 'numeric', write: format, read: (cell) => read(String(cell)) });
export const amountOf = exact<Amount>(amount);
export const priceOf = exact<Price>(price);
export const rateOf = exact<Rate>(rate);

/** A name, stored as its number (`code(SPOT_STATUS)`). */
export function code<Name extends string>(numbers: Readonly<Record<Name, number | string>>): Column<Name> {
  const names = new Map<number, Name>();
  for (const name in numbers) if (Object.hasOwn(numbers, name)) names.set(Number(numbers[name]), name);
  return column<Name>({
    type: 'smallint',
    write: (name) => numbers[name],
    read: (cell) => {
      const name = names.get(Number(cell));
      if (name === undefined) throw new RangeError(`${String(cell)} is none of ${[...names.values()].join(', ')}`);
      return name;
    },
  });
}
