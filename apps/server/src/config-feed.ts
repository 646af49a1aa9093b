import { resolve } from 'node:path';
import { address, choice, ConfigError, given, matching, positive, type Environment } from './environment.ts';

/** Venues of `FEED_SOURCES`, with their default addresses. */
const VENUES = {
  htx: { url: 'https://api.huobi.pro', wsUrl: 'wss://api.huobi.pro/ws' },
  binance: { url: 'https://api.binance.com', wsUrl: 'wss://stream.binance.com:9443/ws' },
  okx: { url: 'https://www.okx.com', wsUrl: 'wss://ws.okx.com:8443/ws/v5' },
} as const;
type VenueName = keyof typeof VENUES;

interface Venue {
  readonly name: VenueName;
  readonly url: string;
  readonly wsUrl: string;
}

/** Where prices come from (RULES 2). */
export type FeedConfig =
  /** `rate` ticks a second and market; the same seed gives the same prices, none is random. */
  | { readonly kind: 'simulated'; readonly rate: number; readonly seed?: string }
  /** `file` is an absolute path of a CSV of 1-minute candles; `speed` a factor of real time. */
  | { readonly kind: 'replay'; readonly file: string; readonly speed: number; readonly seed?: string }
  | { readonly kind: 'htx'; readonly url: string; readonly wsUrl: string }
  /** Several venues at once, the preferred first. */
  | { readonly kind: 'live'; readonly venues: readonly Venue[] };

/** Feeds of real prices, which live mode requires. */
const REAL: ReadonlySet<string> = new Set(['htx', 'live']);

/**
 * Reads the variables of the feed.
 * @throws ConfigError at the first that is missing or wrong.
 */
export function readFeed(env: Environment, mode: 'demo' | 'live', isReadable: (path: string) => boolean): FeedConfig {
  const kind = choice(env, 'FEED', ['simulated', 'replay', 'htx', 'live'], 'simulated');
  if (mode === 'live' && !REAL.has(kind))
    throw new ConfigError('FEED must be live or htx in live mode, where prices are real.');
  const rate = positive(env, 'FEED_RATE', 2);
  const speed = positive(env, 'FEED_SPEED', 1);
  const seed = matching(env, 'FEED_SEED', /^.{1,255}$/u, 'at most 255 characters');
  const seeded = seed === undefined ? {} : { seed };
  const venues = readVenues(env);
  const path = given(env, 'FEED_FILE');
  switch (kind) {
    case 'simulated':
      return { kind, rate, ...seeded };
    case 'htx': {
      const { url, wsUrl } = readVenue(env, 'htx');
      return { kind, url, wsUrl };
    }
    case 'live':
      return { kind, venues };
    case 'replay': {
      if (path === undefined)
        throw new ConfigError('FEED_FILE must name a CSV of 1-minute candles when FEED is replay.');
      const file = resolve(path);
      if (!isReadable(file)) throw new ConfigError(`FEED_FILE cannot be read: ${file}.`);
      return { kind, file, speed, ...seeded };
    }
  }
}

const isVenue = (name: string): name is VenueName => Object.hasOwn(VENUES, name);

function readVenues(env: Environment): Venue[] {
  const known = Object.keys(VENUES);
  const names = (given(env, 'FEED_SOURCES') ?? known.join(',')).split(',').map((name) => name.trim());
  const venues = names.map((name) => {
    if (!isVenue(name))
      throw new ConfigError(`FEED_SOURCES must name venues out of ${known.join(', ')}, separated by commas.`);
    return readVenue(env, name);
  });
  if (new Set(names).size < names.length) throw new ConfigError('FEED_SOURCES must name each venue once.');
  return venues;
}

function readVenue(env: Environment, name: VenueName): Venue {
  const { url, wsUrl } = VENUES[name];
  const bare = (text: string) => text.replace(/\/+$/, '');
  return {
    name,
    url: bare(address(env, `${name.toUpperCase()}_URL`, ['http:', 'https:']) ?? url),
    wsUrl: bare(address(env, `${name.toUpperCase()}_WS_URL`, ['ws:', 'wss:']) ?? wsUrl),
  };
}
