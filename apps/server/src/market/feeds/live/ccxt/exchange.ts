import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { locateCcxt, type VenueName } from '../venues.ts';

/** What ccxt knows of a market, as far as it concerns us. */
export interface CcxtMarket {
  /** The venue's own name for it. */
  readonly id: string;
  readonly spot: boolean;
  readonly active?: boolean | undefined;
}

/** A side of a book; it changes under the reader with the next message. */
type CcxtSide = ArrayLike<ArrayLike<number | undefined>>;

export interface CcxtBook {
  readonly bids: CcxtSide;
  readonly asks: CcxtSide;
  /** The venue's time; missing in a snapshot that carries none. */
  readonly timestamp?: number | undefined;
  /** The venue's number of this book. */
  readonly nonce?: number | undefined;
}

export interface CcxtTrade {
  readonly id?: string | undefined;
  readonly timestamp?: number | undefined;
  readonly price?: number | undefined;
  readonly amount?: number | undefined;
}

/** One connection of an exchange's. */
export interface CcxtClient {
  send(message: unknown): Promise<unknown>;
  readonly connection?: { terminate?(): void } | undefined;
}

/** An exchange of `ccxt.pro`, as far as it concerns us. */
export interface CcxtExchange {
  urls: { api: Record<string, unknown> };
  /** The books it follows; one whose numbers did not follow one another is laid aside. */
  readonly orderbooks: Readonly<Record<string, CcxtBook>>;
  readonly clients: Readonly<Record<string, CcxtClient>>;
  readonly markets: Readonly<Record<string, CcxtMarket>> | undefined;
  loadMarkets(): Promise<Readonly<Record<string, CcxtMarket>>>;
  loadHttpProxyAgent(): Promise<unknown>;
  watchOrderBook(title: string): Promise<CcxtBook>;
  watchOrderBookForSymbols(titles: readonly string[]): Promise<CcxtBook>;
  /** Those that came since it was last asked. */
  watchTrades(title: string): Promise<readonly CcxtTrade[]>;
  watchTradesForSymbols(titles: readonly string[]): Promise<readonly CcxtTrade[]>;
  close(): Promise<void>;
  client(url: string): CcxtClient;
  onError(client: CcxtClient, error: unknown): void;
  onClose(client: CcxtClient, error: unknown): void;
  log(...words: readonly unknown[]): void;
  /** A REST call by ccxt's own name for it. */
  readonly [call: string]: unknown;
}

export type CcxtClass = new (config: object) => CcxtExchange;

/**
 * Loads one exchange of ccxt's, and only that: all of them would take 100 MB more and eight times as long.
 * @throws a sentence when ccxt is not installed.
 */
export async function loadExchangeClass(venue: VenueName): Promise<CcxtClass> {
  // Its entry for `require` lies in dist, the modules beside it.
  const file = join(dirname(locateCcxt()), '..', 'js', 'src', 'pro', `${venue}.js`);
  const module = (await import(pathToFileURL(file).href)) as { default: CcxtClass };
  return module.default;
}

/** What every exchange is opened with. */
export const COMMON = {
  enableRateLimit: true,
  options: {
    ws: {
      // How long to wait before a new connection is ours to say, by the injected clock.
      backoff: { base: 0 },
      // A book of every level is some hundred kilobytes.
      options: { perMessageDeflate: false, maxPayload: 8 * 1024 * 1024 },
    },
  },
} as const;

/** Keeps what ccxt leaves unhandled from ending the process: a message that could not be sent any more. */
export function guard(exchange: CcxtExchange): CcxtExchange {
  const make = exchange.client.bind(exchange);
  const guarded = new WeakSet<CcxtClient>();
  exchange.client = (url) => {
    const client = make(url);
    if (guarded.has(client)) return client;
    guarded.add(client);
    const send = client.send.bind(client);
    client.send = (message) => {
      const sent = send(message);
      // A line that broke says so itself.
      sent.catch(() => {});
      return sent;
    };
    return client;
  };
  return exchange;
}
