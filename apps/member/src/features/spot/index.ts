import { lazyScreen } from '../../platform/lazy-screen.tsx';

export { pricePlaces } from './book-rows.ts';
export { OwnChart } from './market-chart.tsx';
export { MarketsPanel } from './markets-panel.tsx';
export { OpenOrders } from './open-orders.tsx';
export { useBook } from './queries.ts';
export { isNothing } from './is-nothing.ts';
export { StripOrder } from './strip-order.tsx';
export type { Book } from './terms.ts';
export { useFilledOrders, useNewestOrders, useRunningOrders } from './use-running-orders.ts';
export { useWrite } from './words.ts';

export const EXCHANGE = lazyScreen(
  ['spot', 'chart', 'favourites', 'look', 'receipts'],
  () => import('./exchange-screen.tsx'),
);
export const TRADE_LIST = lazyScreen(['spot', 'receipts'], () => import('./trade-list-screen.tsx'));
