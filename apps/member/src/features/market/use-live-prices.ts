import type { MarketItem } from '@plimsoll/contract';
import { useEffect, useState } from 'react';
import { whenIdle } from '../../platform/idle.ts';
import { placesOfMarket } from './figures.ts';

/** Changes are drawn once a second. */
const DRAW_EVERY_MS = 1000;

/** The items with their last prices from the stream, until the next poll. `items` are the same ones between polls. */
export function useLivePrices(items: readonly MarketItem[], isOn: boolean): readonly MarketItem[] {
  const [prices, setPrices] = useState<ReadonlyMap<string, string>>(new Map());
  const [polled, setPolled] = useState(items);
  if (items !== polled) {
    setPolled(items);
    // A poll is newer than the stream’s before it, where the stream is away.
    if (prices.size > 0) setPrices(new Map());
  }
  // The items change with every poll; the markets and their places do not.
  const markets = items.map((item) => `${item.symbol}:${placesOfMarket(item)}`).join(' ');
  useEffect(() => {
    if (!isOn || markets === '') return;
    const fresh = new Map<string, string>();
    const stops: (() => void)[] = [];
    let isOver = false;
    // The stream's code is not in the first load; until then the polls suffice.
    void whenIdle()
      .then(() => import('../../platform/stream.ts'))
      .then(
        ({ stream }) => {
          if (isOver) return;
          for (const market of markets.split(' ')) {
            const [symbol = '', places] = market.split(':');
            stops.push(
              stream.subscribe(`${symbol}_1`, ({ tick }) => {
                fresh.set(symbol, tick.close.toFixed(Number(places)));
              }),
            );
          }
        },
        // A device that is offline: the polls do without it.
        () => {},
      );
    const timer = setInterval(() => {
      if (fresh.size === 0) return;
      const now = new Map(fresh);
      fresh.clear();
      setPrices((before) => new Map([...before, ...now]));
    }, DRAW_EVERY_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
      for (const stop of stops) stop();
      setPrices(new Map());
    };
  }, [markets, isOn]);
  return items.map((item) => {
    const close = prices.get(item.symbol);
    return close === undefined ? item : { ...item, close };
  });
}
