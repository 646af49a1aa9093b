import { useEffect, useState, useSyncExternalStore } from 'react';
import type { BarFeed } from './bar-feed.ts';
import type { Interval } from './facts.ts';
import { NOTE_EVERY_MS } from './freshness.ts';
import { barFeedOf } from './sources.ts';

/** A feed that runs for as long as its component stands; the component is keyed by market and interval. */
export function useBarFeed(symbol: string, interval: Interval): BarFeed {
  const [feed] = useState(() => barFeedOf(symbol, interval));
  useEffect(() => feed.start(), [feed]);
  return feed;
}

/** What is read of a feed, drawn anew when it is another value. */
export const useOfFeed = <T>(feed: BarFeed, read: (feed: BarFeed) => T): T =>
  useSyncExternalStore(feed.listen, () => read(feed));

/** When the market last moved, noted once a second. */
export const notedMs = (feed: BarFeed): number => Math.floor(feed.movedAtMs() / NOTE_EVERY_MS) * NOTE_EVERY_MS;
