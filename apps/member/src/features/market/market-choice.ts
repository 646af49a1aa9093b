import type { MarketItem } from '@plimsoll/contract';
import type { SortColumn, Sorting } from './market-order.ts';

/** Taps on a column's head: first the largest, then the smallest, then the site's own order again. */
export function nextSorting(now: Sorting | null, column: SortColumn): Sorting | null {
  if (now?.column !== column) return { column, way: 'descending' };
  return now.way === 'descending' ? { column, way: 'ascending' } : null;
}

/** The markets whose name holds what was typed, with or without the slash. */
export function found(items: readonly MarketItem[], text: string): readonly MarketItem[] {
  const wanted = text.trim().toUpperCase().replace('/', '');
  return wanted === '' ? items : items.filter((item) => item.title.toUpperCase().replace('/', '').includes(wanted));
}
