/** What the options screen shows: the chart, the orders in progress, or the settled ones. */
export type View = 'chart' | 'orders' | 'settled';

/** What an address asks for; the chart unless it says otherwise. */
export const viewIn = (text: string | null): View => (text === 'orders' || text === 'settled' ? text : 'chart');
