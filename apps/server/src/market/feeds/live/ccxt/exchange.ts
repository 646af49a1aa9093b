import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { locateCcxt, type VenueName } from '../venues.ts';

export interface CcxtMarket {
  readonly id: string;
  readonly spot: boolean;
  readonly active?: boolean | undefined;
}

/** A side of a book; ccxt changes it in place with the next message. */
type CcxtSide = ArrayLike<ArrayLike<number | undefined>>;

export interface CcxtBook {
  readonly bids: CcxtSide;
  readonly asks: CcxtSide;
  readonly timestamp?: number | undefined;
  readonly nonce?: number | undefined;
}

export interface CcxtTrade {
  readonly id?: string | undefined;
  readonly timestamp?: number | undefined;
  readonly price?: number | undefined;
  readonly amount?: number | undefined;
}

export interface CcxtClient {
  send(message: unknown): Promise<unknown>;
  readonly connection?: { terminate?(): void } | undefined;
}

export interface CcxtExchange {
  urls: { api: Record<string, unknown> };
  /** The followed books; one with a gap in its numbers is discarded. */
  readonly orderbooks: Readonly<Record<string, CcxtBook>>;
  readonly clients: Readonly<Record<string, CcxtClient>>;
  readonly markets: Readonly<Record<string, CcxtMarket>> | undefined;
  loadMarkets(): Promise<Readonly<Record<string, CcxtMarket>>>;
  loadHttpProxyAgent(): Promise<unknown>;
  watchOrderBook(title: string): Promise<CcxtBook>;
  watchOrderBookForSymbols(titles: readonly string[]): Promise<CcxtBook>;
  /** Trades since the last call. */
  watchTrades(title: string): Promise<readonly CcxtTrade[]>;
  watchTradesForSymbols(titles: readonly string[]): Promise<readonly CcxtTrade[]>;
  close(): Promise<void>;
  client(url: string): CcxtClient;
  onError(client: CcxtClient, error: unknown): void;
  onClose(client: CcxtClient, error: unknown): void;
  log(...words: readonly unknown[]): void;
  /** A REST call by ccxt's name. */
  readonly [call: string]: unknown;
}

export type CcxtClass = new (config: object) => CcxtExchange;

/**
 * Loads one exchange of ccxt; all would take 100 MB more and eight times as long.
 * @throws Error when ccxt is not installed.
 */
export async function loadExchangeClass(venue: VenueName): Promise<CcxtClass> {
  // Its entry for `require` is in dist, its modules are beside it.
  const file = join(dirname(locateCcxt()), '..', 'js', 'src', 'pro', `${venue}.js`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- ccxt has no types for one module of it
  const module = (await import(pathToFileURL(file).href)) as { default: CcxtClass };
  return module.default;
}

/** Options of every exchange. */
export const COMMON = {
  enableRateLimit: true,
  options: {
    ws: {
      // Reconnect delays are the feed's, by the injected clock.
      backoff: { base: 0 },
      // A whole book is a few hundred kilobytes.
      options: { perMessageDeflate: false, maxPayload: 8 * 1024 * 1024 },
    },
  },
} as const;

/** Keeps ccxt's unhandled rejections (a message that could not be sent) from ending the process. */
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
      // A broken connection reports itself.
      sent.catch(() => {});
      return sent;
    };
    return client;
  };
  return exchange;
}
