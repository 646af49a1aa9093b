/** What the options screen shows: the chart, the orders in progress, or the settled ones. */
export type View = 'chart' | 'orders' | 'settled';

const LISTS: readonly (string | null)[] = ['orders', 'settled'] satisfies View[];

/** What an address asks for; the chart unless it says otherwise. */
export const viewIn = (text: string | null): View => (LISTS.includes(text) ? (text as View) : 'chart');
