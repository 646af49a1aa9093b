import { createRequire } from 'node:module';

/** Venues that prices can come from, each tried against a server of its own dialect. */
export const VENUES = ['htx', 'binance', 'okx'] as const;
export type VenueName = (typeof VENUES)[number];

/** One venue of `FEED=live`, and where it is asked. */
export interface VenueConfig {
  readonly name: VenueName;
  /** Base of its REST calls. */
  readonly url: string;
  /** Its WebSocket of public market data. */
  readonly wsUrl: string;
}

/** Those that ccxt speaks to; HTX has an adapter of our own, which costs less (docs/FEEDS.md). */
export const THROUGH_CCXT: ReadonlySet<VenueName> = new Set<VenueName>(['binance', 'okx']);

/**
 * Where ccxt lies.
 * @throws a sentence that says what to do when it is not installed: it is optional.
 */
export function locateCcxt(resolve: (name: string) => string = createRequire(import.meta.url).resolve): string {
  try {
    return resolve('ccxt');
  } catch {
    const names = [...THROUGH_CCXT].join(' and ');
    throw new Error(
      `FEED=live speaks to ${names} through ccxt, which is not installed: run “npm install” without leaving out optional packages, or set FEED_SOURCES=htx.`,
    );
  }
}
