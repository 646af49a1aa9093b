import type { VenueConfig } from './feeds/live/venues.ts';

/** Where prices come from, as the server's configuration read and checked it (README.md). */
export type FeedConfig =
  /**
   * `rate` ticks a second and market, at most 50 are made. `seed`: what is made up is made up of it; without one a
   * random one is drawn at the first start and kept.
   */
  | { readonly kind: 'simulated'; readonly rate: number; readonly seed?: string }
  /** `file`: a CSV of 1-minute candles of BTC/USDT; `speed`: how many times faster than life. */
  | { readonly kind: 'replay'; readonly file: string; readonly speed: number; readonly seed?: string }
  /** `url`: base of the REST calls; `wsUrl`: the WebSocket of public market data. */
  | { readonly kind: 'htx'; readonly url: string; readonly wsUrl: string }
  /** Several venues at once, the preferred first. */
  | { readonly kind: 'live'; readonly venues: readonly VenueConfig[] };
