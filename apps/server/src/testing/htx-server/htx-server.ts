import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { WebSocketServer, type WebSocket } from 'ws';

/** A bar as HTX's REST gives it. */
export interface HtxBar {
  id: number;
  open: number;
  close: number;
  low: number;
  high: number;
  amount: number;
  vol: number;
  count: number;
}
type HtxLevel = readonly [price: number, size: number];

/** A server on this machine that speaks HTX's public protocol, and misbehaves when told to. */
export class HtxServer {
  /** Symbols offered; a subscription of any other is refused. */
  readonly symbols = new Set<string>();
  /** Bars by `symbol/period`, oldest first. */
  readonly bars = new Map<string, HtxBar[]>();
  /** What clients said: topics subscribed, and pongs. */
  readonly received: string[] = [];
  /** How many connections there were. */
  connections = 0;
  /** REST paths asked for. */
  readonly asked: string[] = [];
  readonly #http = createServer((request, response) => this.#answer(request, response));
  readonly #sockets = new WebSocketServer({ server: this.#http, perMessageDeflate: false });
  #tradeId = 0;

  /** Begins on a free port. */
  static async open(...symbols: string[]): Promise<HtxServer> {
    const server = new HtxServer();
    for (const symbol of symbols) server.symbols.add(symbol);
    server.#sockets.on('connection', (socket) => server.#welcome(socket));
    await new Promise<void>((resolve) => {
      server.#http.listen(0, '127.0.0.1', resolve);
    });
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  get wsUrl(): string {
    return `ws://127.0.0.1:${(this.#http.address() as AddressInfo).port}/ws`;
  }

  trade(symbol: string, price: number, amount: number, ts: number): void {
    this.#tradeId += 1;
    const data = [{ id: this.#tradeId, tradeId: this.#tradeId, ts, price, amount, direction: 'buy' }];
    this.push({ ch: `market.${symbol}.trade.detail`, ts, tick: { id: this.#tradeId, ts, data } });
  }

  depth(symbol: string, bids: readonly HtxLevel[], asks: readonly HtxLevel[], ts: number): void {
    this.push({ ch: `market.${symbol}.depth.step0`, ts, tick: { bids, asks, ts, version: ts } });
  }

  ping(at: number): void {
    this.push({ ping: at });
  }

  /** Sends an object as HTX does: gzip. */
  push(message: object): void {
    this.raw(gzipSync(JSON.stringify(message)));
  }

  /** Sends these bytes as a binary frame, or this text as a text frame. */
  raw(frame: Buffer | string): void {
    for (const socket of this.#sockets.clients) socket.send(frame);
  }

  /** Cuts every connection without a word. */
  cut(): void {
    for (const socket of this.#sockets.clients) socket.terminate();
  }

  async close(): Promise<void> {
    this.cut();
    this.#http.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.#http.close(() => resolve());
    });
  }

  #welcome(socket: WebSocket): void {
    this.connections += 1;
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as { sub?: string; unsub?: string; id?: string; pong?: number };
      if (message.pong !== undefined) this.received.push(`pong ${message.pong}`);
      if (message.unsub !== undefined) this.received.push(`unsub ${message.unsub}`);
      if (message.sub === undefined) return;
      const known = this.symbols.has(message.sub.split('.')[1] ?? '');
      const answer = known
        ? { id: message.id, status: 'ok', subbed: message.sub, ts: 0 }
        : {
            id: message.id,
            status: 'error',
            'err-code': 'bad-request',
            'err-msg': `invalid topic ${message.sub}`,
            ts: 0,
          };
      socket.send(gzipSync(JSON.stringify(answer)));
      this.received.push(`sub ${message.sub}`);
    });
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', this.url);
    this.asked.push(`${url.pathname}${url.search}`);
    const answer = url.pathname === '/v1/common/symbols' ? this.#symbolList() : this.#klines(url.searchParams);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  }

  #symbolList(): object {
    return { status: 'ok', data: [...this.symbols].map((symbol) => ({ symbol, state: 'online' })) };
  }

  #klines(query: URLSearchParams): object {
    const symbol = query.get('symbol') ?? '';
    if (!this.symbols.has(symbol))
      return { status: 'error', 'err-code': 'invalid-parameter', 'err-msg': 'invalid symbol', ts: 0 };
    const bars = this.bars.get(`${symbol}/${query.get('period')}`) ?? [];
    return {
      status: 'ok',
      ch: `market.${symbol}.kline.${query.get('period')}`,
      ts: 0,
      data: bars.slice(-Number(query.get('size'))).toReversed(),
    };
  }
}
