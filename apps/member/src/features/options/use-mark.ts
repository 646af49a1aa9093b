import { price } from '@plimsoll/money';
import { useEffect, useSyncExternalStore } from 'react';
import { get } from '../../platform/client.ts';
import { stream } from '../../platform/stream.ts';
import { createMarkFeed, type LastMark, type MarkFeed, type MarkPoint } from './mark-feed.ts';

async function loadMarks(symbol: string, sinceMs: number): Promise<readonly MarkPoint[]> {
  const { list } = await get('marks', { symbol, from: Math.max(1, Math.floor(sinceMs)) }, { quiet: true });
  return list.map(({ seq, time, price: at }) => ({ seq, atMs: Date.parse(time), price: price(at) }));
}

/** One feed a market, for all its readers. */
const feeds = new Map<string, MarkFeed>();

function feedOf(symbol: string): MarkFeed {
  const known = feeds.get(symbol);
  if (known) return known;
  const feed = createMarkFeed({
    load: (sinceMs) => loadMarks(symbol, sinceMs),
    follow: (listener) => stream.subscribe(`${symbol}_mark`, listener),
    onResume: (listener) => stream.onResume(listener),
    nowMs: Date.now,
  });
  feeds.set(symbol, feed);
  return feed;
}

/** A market's last mark, which decides its options; undefined until the first is received. */
export function useMark(symbol: string): LastMark | undefined {
  const { listen, last } = feedOf(symbol);
  return useSyncExternalStore(listen, last);
}

/** A market's marks since a moment of the server's, as far as loaded, oldest first. */
export function useMarkPoints(symbol: string, sinceMs: number | undefined): readonly MarkPoint[] {
  const feed = feedOf(symbol);
  const points = useSyncExternalStore(feed.listen, feed.points);
  useEffect(() => {
    if (sinceMs !== undefined) feed.reach(sinceMs);
  }, [feed, sinceMs]);
  return points;
}
