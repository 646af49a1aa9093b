import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import { HtxFeed } from '../htx/htx.ts';
import { CcxtFeed } from './ccxt/ccxt-feed.ts';
import { LiveFeed } from './live-feed.ts';
import { locateCcxt, THROUGH_CCXT, type VenueConfig } from './venues.ts';

interface LiveDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Jitter of reconnect delays; uniform in [0, 1). */
  readonly random?: () => number;
}

/**
 * Opens the feed of these venues, the preferred first; ccxt is loaded once it runs.
 * @throws Error when ccxt is needed and not installed.
 */
export function openLive(venues: readonly VenueConfig[], { clock, log, random = Math.random }: LiveDeps): LiveFeed {
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
