import type { MarketItem } from '@plimsoll/contract';
import type { SortColumn, Sorting } from './market-order.ts';

/** The order after a tap on a column's head: largest first, smallest first, the site's own. */
export function nextSorting(now: Sorting | null, column: SortColumn): Sorting | null {
  if (now?.column !== column) return { column, way: 'descending' };
  return now.way === 'descending' ? { column, way: 'ascending' } : null;
}

/** The markets whose name contains a text, with or without the slash. */
export function found(items: readonly MarketItem[], text: string): readonly MarketItem[] {
  const wanted = text.trim().toUpperCase().replace('/', '');
  return wanted === '' ? items : items.filter((item) => item.title.toUpperCase().replace('/', '').includes(wanted));
}
