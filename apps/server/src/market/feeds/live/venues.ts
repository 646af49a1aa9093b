import { createRequire } from 'node:module';

/** Supported venues, each tested against a server of its dialect. */
export const VENUES = ['htx', 'binance', 'okx'] as const;
export type VenueName = (typeof VENUES)[number];

export interface VenueConfig {
  readonly name: VenueName;
  readonly url: string;
  readonly wsUrl: string;
}

/** Venues read through ccxt; HTX has its own, cheaper adapter (docs/FEEDS.md). */
export const THROUGH_CCXT: ReadonlySet<VenueName> = new Set<VenueName>(['binance', 'okx']);

/**
 * The path of ccxt.
 * @throws Error that says what to do when it is not installed: it is optional.
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
