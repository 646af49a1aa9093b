import type { MarketItem } from '@plimsoll/contract';
import { amount, price } from '@plimsoll/money';

export type SortColumn = 'amount' | 'price' | 'change';
export interface Sorting {
  readonly column: SortColumn;
  readonly way: 'descending' | 'ascending';
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
/** A signed percent of two decimals as a whole number. */
const hundredths = (change: string): bigint => BigInt(change.replace('.', '').replace('+', ''));

const COLUMNS: Readonly<Record<SortColumn, (item: MarketItem) => bigint>> = {
  amount: (item) => amount(item.hamount),
  price: (item) => price(item.close),
  change: (item) => hundredths(item.change),
};

/** The markets in order; equal ones keep the site's. */
export function sorted(items: readonly MarketItem[], sorting: Sorting | null): readonly MarketItem[] {
  if (!sorting) return items;
  const value = COLUMNS[sorting.column];
  const sign = sorting.way === 'descending' ? -1 : 1;
  return items.toSorted((a, b) => sign * compare(value(a), value(b)));
}

/** The rising markets, highest first. */
export const risers = (items: readonly MarketItem[]): readonly MarketItem[] =>
  sorted(
    items.filter((item) => hundredths(item.change) > 0n),
    { column: 'change', way: 'descending' },
  );
/** The falling markets, lowest first. */
export const fallers = (items: readonly MarketItem[]): readonly MarketItem[] =>
  sorted(
    items.filter((item) => hundredths(item.change) < 0n),
    { column: 'change', way: 'ascending' },
  );
