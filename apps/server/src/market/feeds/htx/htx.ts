import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { Market } from '../../types.ts';
import { quoteOf, silence, type Feed, type FeedIdentity, type FeedSink, type HistoryBar, type Tier } from '../feed.ts';
import { depthTopic, tradesTopic, type HtxMessage } from './messages.ts';
import { HtxRest } from './rest.ts';
import { HtxSocket } from './socket.ts';

/** A message further ahead is unusable: it would shut out all ticks until then. */
const MAX_AHEAD_MS = 60_000;

interface HtxOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly url: string;
  readonly wsUrl: string;
  /** Jitter of reconnect delays; uniform in [0, 1). */
  readonly random?: () => number;
}

/** HTX's public market data: trades and books over its WebSocket, history over REST. */
export class HtxFeed implements Feed {
  readonly identity: FeedIdentity;
  readonly #options: HtxOptions;
  readonly #rest: HtxRest;
  #socket: HtxSocket | undefined;
  #sink: FeedSink | undefined;
  #symbols: ReadonlySet<string> = new Set();
  #offered: ReadonlySet<string> | undefined;
  /** When the last trade was received, and whether the connection broke since. */
  #receivedMs: number | undefined;
  #broke = false;
  #newestMs = 0;
  readonly #lastTrade = new Map<string, string>();
  #garbage = 0;

  constructor(options: HtxOptions) {
    this.identity = { world: `htx:${options.url}`, run: 'htx', candleTime: 'source', wholeBars: true };
    this.#options = options;
    this.#rest = new HtxRest(options);
  }

  get garbage(): number {
    return this.#garbage;
  }

  start(markets: readonly Market[], sink: FeedSink): void {
    this.#sink = sink;
    this.#symbols = new Set(markets.map((market) => market.symbol));
    const { clock, wsUrl, random = Math.random } = this.#options;
    this.#socket = new HtxSocket({
      url: wsUrl,
      clock,
      random,
      onOpen: () => this.#begin(),
      onClose: () => this.#sink?.sourceDown('htx'),
      onMessage: (message) => this.#receive(message),
    });
    void this.#askSymbols();
  }

  setMarkets(markets: readonly Market[]): void {
    const symbols = new Set(markets.map((market) => market.symbol));
    const before = this.#symbols;
    this.#symbols = symbols;
    for (const symbol of before) if (!symbols.has(symbol)) this.#ask('unsub', symbol);
    for (const symbol of symbols) if (!before.has(symbol)) this.#ask('sub', symbol);
  }

  async history(market: Market, tier: Tier, fromMs: number, toMs: number): Promise<readonly HistoryBar[]> {
    if (this.#offered && !this.#offered.has(market.symbol)) return [];
    return this.#rest.bars(market.symbol, tier, fromMs, toMs);
  }

  async stop(): Promise<void> {
    this.#sink = undefined;
    this.#socket?.stop();
    this.#rest.stop();
  }

  /** Subscribes to everything on a new connection, and reports the gap since the last one. */
  #begin(): void {
    for (const symbol of this.#symbols) this.#ask('sub', symbol);
    if (this.#broke && this.#receivedMs !== undefined) this.#sink?.gap(this.#receivedMs);
    this.#broke = true;
  }

  #ask(what: 'sub' | 'unsub', symbol: string): void {
    for (const topic of [tradesTopic(symbol), depthTopic(symbol)]) this.#socket?.send({ [what]: topic, id: topic });
  }

  async #askSymbols(): Promise<void> {
    const { log } = this.#options;
    try {
      this.#offered = await this.#rest.symbols();
      const missing = [...this.#symbols].filter((symbol) => !this.#offered?.has(symbol));
      if (missing.length > 0) log.error({ symbols: missing }, 'HTX does not offer these markets');
    } catch (error) {
      log.error({ err: error }, 'reading the markets of HTX failed');
    }
  }

  #receive(message: HtxMessage): void {
    switch (message.kind) {
      case 'trades':
        return this.#takeTrades(message);
      case 'depth': {
        if (!this.#isOurs(message.symbol, message.ts)) return this.#drop();
        const { symbol, ts, seq, bids, asks } = message;
        this.#sink?.book({ symbol, sourceTimeMs: ts, bids, asks });
        const book = { symbol, sourceTimeMs: ts, bids, asks, ...(seq === undefined ? {} : { seq }) };
        this.#sink?.quote(quoteOf('htx', book, this.#lastTrade.get(symbol)) ?? silence('htx', symbol, ts));
        return;
      }
      case 'error':
        this.#options.log.error({ words: message.words, topic: message.topic }, 'subscription refused by HTX');
        return;
      case 'garbage':
        return this.#drop();
      case 'answer':
      case 'ping':
    }
  }

  #takeTrades({ symbol, trades }: Extract<HtxMessage, { kind: 'trades' }>): void {
    for (const { id, ts, price, amount } of trades) {
      if (!this.#isOurs(symbol, ts)) this.#drop();
      else {
        this.#receivedMs = this.#options.clock.nowMs();
        this.#newestMs = Math.max(this.#newestMs, ts);
        if (Number.isSafeInteger(id)) this.#lastTrade.set(symbol, String(id));
        // Numbered by the source's time, so that every process numbers it the same.
        this.#sink?.tick({ symbol, sourceTimeMs: ts, price, size: amount, seq: ts });
      }
    }
  }

  #isOurs(symbol: string, ts: number): boolean {
    return this.#symbols.has(symbol) && ts <= Math.max(this.#options.clock.nowMs(), this.#newestMs) + MAX_AHEAD_MS;
  }

  #drop(): void {
    this.#garbage += 1;
    // Logged at powers of two: there may be thousands.
    if ((this.#garbage & (this.#garbage - 1)) === 0)
      this.#options.log.error({ frames: this.#garbage }, 'unusable message from HTX');
  }
}
