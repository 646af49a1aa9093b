/** What the options screen shows: the chart, the open options, or the settled ones. */
export type View = 'chart' | 'orders' | 'settled';

/** The view in an address; the chart by default. */
export const viewIn = (text: string | null): View => (text === 'orders' || text === 'settled' ? text : 'chart');
