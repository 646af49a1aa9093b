import { useFavouriteList, useOwnFirst } from '../favourites/index.ts';
import { tickerOf } from './ticker-markets.ts';
import { SHOWN, Ticker, type TickerProps } from './ticker.tsx';

/** The ticker with the markets of the member's own list, where there is one. */
export default function OwnTicker({ items, isOld }: TickerProps) {
  const own = useFavouriteList();
  useOwnFirst(own);
  return <Ticker items={items && tickerOf(items, own.ids, SHOWN)} isOld={isOld} />;
}
