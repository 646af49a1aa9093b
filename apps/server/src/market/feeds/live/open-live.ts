import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import { HtxFeed } from '../htx/htx.ts';
import { CcxtFeed } from './ccxt/ccxt-feed.ts';
import { LiveFeed } from './live-feed.ts';
import { locateCcxt, THROUGH_CCXT, type VenueConfig } from './venues.ts';

interface LiveDoors {
  readonly clock: Clock;
  readonly log: Log;
  /** Stretches waits between connections; uniform in [0, 1). */
  readonly random?: () => number;
}

/**
 * Prices of these venues, the preferred first.
 * @throws a sentence when one needs ccxt and that is not installed. It is loaded only once the feed runs.
 */
export function openLive(venues: readonly VenueConfig[], { clock, log, random = Math.random }: LiveDoors): LiveFeed {
  if (venues.some(({ name }) => THROUGH_CCXT.has(name))) locateCcxt();
  return new LiveFeed({
    clock,
    log,
    venues: venues.map((venue) => {
      const { name } = venue;
      const feed =
        name === 'htx'
          ? new HtxFeed({ clock, log, random, url: venue.url, wsUrl: venue.wsUrl })
          : new CcxtFeed({ clock, log, random, venue: { ...venue, name } });
      return { name, feed };
    }),
  });
}
