import type { VenueConfig } from './feeds/live/venues.ts';

/** The feed, from the server's configuration (README.md). */
export type FeedConfig =
  /** `rate`: ticks a second and market, at most 50. `seed`: unless given, drawn at the first start and stored. */
  | { readonly kind: 'simulated'; readonly rate: number; readonly seed?: string }
  /** `file`: a CSV of 1-minute candles of BTC/USDT; `speed`: a factor of real time. */
  | { readonly kind: 'replay'; readonly file: string; readonly speed: number; readonly seed?: string }
  /** `url`: base of the REST calls; `wsUrl`: the WebSocket of public market data. */
  | { readonly kind: 'htx'; readonly url: string; readonly wsUrl: string }
  /** Several venues, the preferred first. */
  | { readonly kind: 'live'; readonly venues: readonly VenueConfig[] };
