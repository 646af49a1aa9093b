import type { SortColumn, Sorting } from './market-order.ts';

/** The order after a tap on a column's head: largest first, smallest first, the site's own. */
export function nextSorting(now: Sorting | null, column: SortColumn): Sorting | null {
  if (now?.column !== column) return { column, way: 'descending' };
  return now.way === 'descending' ? { column, way: 'ascending' } : null;
}
