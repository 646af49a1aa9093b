import { useEffect, useState, useSyncExternalStore } from 'react';
import type { BarFeed } from './bar-feed.ts';
import type { Interval } from './facts.ts';
import { NOTE_EVERY_MS } from './freshness.ts';
import { barFeedOf } from './sources.ts';

/** A feed that runs while its component is drawn; keyed by market and interval. */
export function useBarFeed(symbol: string, interval: Interval): BarFeed {
  const [feed] = useState(() => barFeedOf(symbol, interval));
  useEffect(() => feed.start(), [feed]);
  return feed;
}

/** A value of a feed; draws again when it changes. */
export const useOfFeed = <T>(feed: BarFeed, read: (feed: BarFeed) => T): T =>
  useSyncExternalStore(feed.listen, () => read(feed));

/** When the market last moved, noted once a second. */
export const notedMs = (feed: BarFeed): number => Math.floor(feed.movedAtMs() / NOTE_EVERY_MS) * NOTE_EVERY_MS;
